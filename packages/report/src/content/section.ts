export interface Column {
  readonly name: string;
  readonly align: "left" | "right";
  /** Where not all columns fit, those with higher numbers are left out, all of one number together. */
  readonly priority: number;
  /** The heading on a page, where it must not be empty. */
  readonly spoken?: string;
  /** true for numbers and words of our own, which Markdown need not escape. */
  readonly own?: boolean;
  /** true if Markdown keeps the words of a cell on one line. */
  readonly unbroken?: boolean;
  /** true for paths, of which a narrow text leaves out folders. */
  readonly path?: boolean;
}

export function left(name: string, priority = 0): Column {
  return { name, align: "left", priority };
}

export function right(name: string, priority = 0): Column {
  return { name, align: "right", priority };
}

/** A table with its title and explanation, in no format yet. */
export interface Section {
  readonly title: string;
  readonly lead: readonly string[];
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/** A column, and the function that returns its text for a row. */
export type Filled<T, Text = string> = readonly [Column, (of: T) => Text];

export function tableOf<T, Text>(
  columns: readonly Filled<T, Text>[],
  things: readonly T[],
): { readonly columns: readonly Column[]; readonly rows: readonly (readonly Text[])[] } {
  return {
    columns: columns.map(([column]) => column),
    rows: things.map((thing) => columns.map(([, of]) => of(thing))),
  };
}

/** A metric that a page draws: a mark, and a line between the ends of its interval or range. */
export interface Plot<T> {
  readonly name: string;
  readonly of: (row: T) => { readonly at: number; readonly lo: number; readonly hi: number } | null;
  readonly format: (value: number) => string;
  /** true for a logarithmic axis, otherwise the axis begins at 0. */
  readonly log?: boolean;
}

/** Metrics of servers. A text has one table of them, a page one for each group, with drawings. */
export interface MetricTable<T> {
  readonly title: string;
  readonly lead: string;
  readonly columns: readonly Filled<T>[];
  /** The name of the column that the groups' titles replace; null for none. */
  readonly groupedBy: string | null;
  /** A title may be empty. */
  readonly groups: readonly { readonly title: string; readonly rows: readonly T[] }[];
  readonly plots: readonly Plot<T>[];
  readonly notes: readonly string[];
}

/** Returns the section of a text. Returns nothing if there are no metrics. */
export function metricSection<T>({
  title,
  lead,
  columns,
  groups,
  notes,
}: MetricTable<T>): Section[] {
  const rows = groups.flatMap((group) => group.rows);
  return rows.length === 0 ? [] : [{ title, lead: [lead], ...tableOf(columns, rows), notes }];
}
