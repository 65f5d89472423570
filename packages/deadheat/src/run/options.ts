import type { ModesRequest } from "@deadheat/runner";
import type { CompareOptions } from "../plan/options.ts";

export interface RunOptions extends Omit<
  CompareOptions,
  "base" | "new" | "targets" | "runtimes" | "gate" | "aa" | "appFrom"
> {
  /** The measures that are taken, and their options; duets unless given. */
  readonly measures?: ModesRequest | undefined;
  /** Measures everything again, although the store may have journals. */
  readonly force?: boolean | undefined;
  /** Continues the interrupted run in `out`, or the latest one, with its own options. */
  readonly resume?: boolean | undefined;
}
