/**
 * Why two servers are put into a duet: a target with its floor, two floors (a bridge), or
 * node-http/node with itself (the A/A row).
 */
export type Role = "cell" | "bridge" | "aa";

/** Two targets to be measured against each other, by name, and how often. */
export interface Duet {
  readonly role: Role;
  /** Whose task measures it. */
  readonly target: string;
  readonly reference: string;
  readonly scenario: string;
  readonly blocks: number;
}

/** The words that name a duet in journals and messages. */
export function duetName(duet: Pick<Duet, "target" | "reference" | "scenario">): string {
  return `${duet.target} ${duet.scenario} against ${duet.reference}`;
}
