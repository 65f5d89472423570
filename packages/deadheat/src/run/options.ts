import type { ModesRequest } from "@deadheat/runner";
import type { CompareOptions } from "../plan/options.ts";

export interface RunOptions extends Omit<
  CompareOptions,
  "base" | "new" | "gate" | "aa" | "appFrom"
> {
  /** The path of the configuration; `deadheat.config.*` in `cwd` unless given. */
  readonly config?: string | undefined;
  /** The measures that are taken, and their options; duets unless given. */
  readonly measures?: ModesRequest | undefined;
  /** Measures everything again, although the store may have journals. */
  readonly force?: boolean | undefined;
  /** Continues the interrupted run in `out`, or the latest one, with its own options. */
  readonly resume?: boolean | undefined;
}
