import type { Result } from "@deadheat/judge";
import type { OpenRun } from "deadheat/parts";
import type { Deal } from "../plan/deal.ts";
import type { Plan } from "../plan/plan.ts";
import type { Prepared } from "../plan/prepared.ts";
import type { RunRequest } from "../plan/request.ts";
import type { Shard } from "../plan/shard.ts";

/** A run of which everything is measured: what was to be, and how it went. */
export interface Course {
  readonly request: RunRequest;
  readonly prepared: Prepared;
  /** What was measured here. */
  readonly plan: Plan;
  /** Null: the run is not split. */
  readonly split: Split | null;
  readonly folder: OpenRun;
  /** By name, what an interrupted attempt had left. */
  readonly earlier: ReadonlySet<string>;
  readonly seconds: number;
}

export interface Split {
  readonly shard: Shard;
  readonly deal: Deal;
}

/** Its result, and where that lies. */
export interface FinishedRun {
  readonly path: string;
  readonly result: Result;
}
