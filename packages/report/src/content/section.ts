/** A column of a table. */
export interface Column {
  readonly name: string;
  readonly align: "left" | "right";
  /** Where not all columns fit, those with higher numbers are left out, all of one number together. */
  readonly priority: number;
}

/** Returns a column of text. */
export function left(name: string, priority = 0): Column {
  return { name, align: "left", priority };
}

/** Returns a column of figures. */
export function right(name: string, priority = 0): Column {
  return { name, align: "right", priority };
}

/** A table with its title and explanation, in no format yet. */
export interface Section {
  readonly title: string;
  /** The paragraphs above the table. */
  readonly lead: readonly string[];
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** The remarks below the table. */
  readonly notes: readonly string[];
}

/** A column, and the function that returns its text for a row. */
export type Filled<T> = readonly [Column, (of: T) => string];

/** Returns a table of these columns, with a row for each thing. */
export function tableOf<T>(
  columns: readonly Filled<T>[],
  things: readonly T[],
): Pick<Section, "columns" | "rows"> {
  return {
    columns: columns.map(([column]) => column),
    rows: things.map((thing) => columns.map(([, of]) => of(thing))),
  };
}
