/** The purpose of a duet: `cell` for a target with its floor, `bridge` for two floors, `aa` for a floor with itself. */
export type Role = "cell" | "bridge" | "aa";

/** Two servers to measure against each other, by name, and the number of rounds. */
export interface Duet {
  readonly role: Role;
  /** The server that the metrics are about: the target whose cell the duet measures. */
  readonly new: string;
  readonly base: string;
  readonly scenario: string;
  readonly rounds: number;
}

/** Returns the name of a duet in journals and messages. */
export function duetName(duet: Pick<Duet, "new" | "base" | "scenario">): string {
  return `${duet.new} ${duet.scenario} against ${duet.base}`;
}

/** Something of a cell: a pair, whose new server is the cell's target, or something of the target alone. */
export type OfCell = { readonly scenario: string } & (
  | { readonly new: string }
  | { readonly target: string }
);

/** Returns the target of a cell's pair, step or record. */
export function targetOf(item: OfCell): string {
  return "new" in item ? item.new : item.target;
}
