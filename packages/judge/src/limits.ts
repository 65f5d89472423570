// What a figure is asked for, whoever measures.

/** Intervals are to be at most so wide on either side; a wider one is a warning. */
export const PROMISED_HALF_WIDTH = 0.04;

/** Fewer blocks than this give an interval that says nothing: t(0.975, 1) is 12.7. */
export const MINIMUM_BLOCKS = 3;
