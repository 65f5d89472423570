import type { Pair } from "@deadheat/measure";
import type { CompareOptions } from "../compare/options.ts";
import type { ReadConfig } from "../config/read.ts";
import type { Note } from "../step.ts";
import type { Spec } from "../entrants/spec.ts";

export interface GateOptions extends Omit<CompareOptions, "rounds" | "until"> {
  /** The path of the configuration; `deadheat.config.*` in `cwd` unless given. */
  readonly config?: string | undefined;
  /** The labels of the configuration's targets that are checked; all of them unless given. */
  readonly targets?: readonly string[] | undefined;
  /** Runtimes that replace those of the configuration, such as `node` or `bun@1.3`. */
  readonly runtimes?: readonly string[] | undefined;
  /** The folder whose project has the `.npmrc` and the runtimes that are used; `cwd` unless given. */
  readonly project?: string | undefined;
  /**
   * Also measures the base against itself, once for each runtime and request, in turn with the others. If such a control
   * finds a difference, the outcome is `unmeasured`.
   */
  readonly control?: boolean | undefined;
}

/** The options of a check, and what they name. */
export interface Asked extends GateOptions {
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly note: Note;
  /** The user's own configuration, which is the new version's; null if there is none. */
  readonly own: ReadConfig | null;
  readonly specs: Pair<Spec>;
}
