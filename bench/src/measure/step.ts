import type { JournalRecord } from "../record.ts";

/** What one step of a target's task gave. */
export interface Taken {
  readonly record: JournalRecord;
  /** Why the cell has failed; null while all is well. */
  readonly failure: string | null;
}

/** A piece of a target's task: what is taken from one set of fresh processes. */
export interface Step {
  readonly scenario: string;
  /** After a failure nothing more of its cell is measured: more of the same would only take time. */
  readonly endsCell: boolean;
  /** Gives each record as soon as it exists. No process is left when it ends, however it ends. */
  readonly take: () => AsyncIterable<Taken>;
}
