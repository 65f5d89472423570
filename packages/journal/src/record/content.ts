import type { CostRecord } from "./cost.ts";
import type {
  BlockRecord,
  EndRecord,
  OpenLoopRecord,
  RunRecord,
  SweepRecord,
  VerifyRecord,
} from "./record.ts";

/** What one journal holds, by type of record. */
export interface Content {
  readonly path: string;
  readonly run: RunRecord;
  readonly verify: readonly VerifyRecord[];
  readonly blocks: readonly BlockRecord[];
  readonly sweeps: readonly SweepRecord[];
  readonly openLoops: readonly OpenLoopRecord[];
  readonly costs: readonly CostRecord[];
  readonly end: EndRecord | null;
}
