/** The purpose of a duet: `cell` for a target with its floor, `bridge` for two floors, `aa` for a floor with itself. */
export type Role = "cell" | "bridge" | "aa";

/** Two targets to measure against each other, by name, and the number of blocks. */
export interface Duet {
  readonly role: Role;
  /** The target whose task measures the duet. */
  readonly target: string;
  readonly reference: string;
  readonly scenario: string;
  readonly blocks: number;
}

/** Returns the name of a duet in journals and messages. */
export function duetName(duet: Pick<Duet, "target" | "reference" | "scenario">): string {
  return `${duet.target} ${duet.scenario} against ${duet.reference}`;
}
