/** A column of a table, before it is drawn. */
export interface Column {
  readonly name: string;
  /** Text to the left, figures to the right. */
  readonly align: "left" | "right";
  /** Where not all fit, those of higher numbers are left out; those of one number stand or fall together. */
  readonly priority: number;
}

/** Text to the left of its column. */
export function left(name: string, priority = 0): Column {
  return { name, align: "left", priority };
}

/** Figures to the right. */
export function right(name: string, priority = 0): Column {
  return { name, align: "right", priority };
}

/** A table with its title and what has to be known to read it, before it is drawn. */
export interface Section {
  readonly title: string;
  /** Above the table. */
  readonly lead: readonly string[];
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** Below the table. */
  readonly notes: readonly string[];
}

/** A column, and what stands in it of each thing that has a row. */
export type Filled<T> = readonly [Column, (of: T) => string];

/** The table of these columns with a row for each of the things. */
export function tableOf<T>(
  columns: readonly Filled<T>[],
  things: readonly T[],
): Pick<Section, "columns" | "rows"> {
  return {
    columns: columns.map(([column]) => column),
    rows: things.map((thing) => columns.map(([, of]) => of(thing))),
  };
}
