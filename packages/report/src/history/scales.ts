import { changeScale } from "../view/parts/change-scale.ts";
import type { Point } from "../content/history.ts";

/** A vertical axis of ratios: a larger one is higher. */
export interface VerticalScale {
  readonly ticks: readonly number[];
  /** Returns the height of a ratio in pixels from the top. */
  readonly y: (ratio: number) => number;
}

/** Returns an axis between two heights that contains 1 and these ratios. */
export function verticalScale(ratios: readonly number[], top: number, bottom: number) {
  const { ticks, at } = changeScale([...ratios, 1]);
  const y = (ratio: number) =>
    Number((bottom - (Number.parseFloat(at(ratio)) / 100) * (bottom - top)).toFixed(1));
  return { ticks, y };
}

/** Returns an interval as it is drawn: an interval of two rounds may have no end that can be drawn. */
export function drawnInterval({ ratio, lo, hi }: NonNullable<Point["cpu"]>) {
  return { lo: Math.max(lo, ratio / 2), hi: Math.min(hi, 2 * ratio) };
}

/**
 * Returns the places of versions from 0 to 1: by date, but at least `gap` apart. If a date is missing, or a newer version is
 * older than its neighbor (a patch of an older line), all are equally far apart.
 */
export function datePlaces(
  points: readonly Pick<Point, "releasedAt">[],
  gap: number,
): readonly number[] {
  const times = points.map(({ releasedAt }) => Date.parse(releasedAt ?? ""));
  const spans = times.slice(1).map((time, i) => time - (times[i] as number));
  const all = spans.reduce((sum, span) => sum + span, 0);
  const count = spans.length;
  if (count === 0) return [0.5];
  const byDate = spans.every((span) => span >= 0) && all > 0 && count * gap < 1;
  const shares = spans.map((span) => (byDate ? gap + (1 - count * gap) * (span / all) : 1 / count));
  let place = 0;
  return [0, ...shares.map((share) => (place += share))];
}
