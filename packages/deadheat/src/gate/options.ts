import type { CompareOptions } from "../compare/options.ts";

export interface GateOptions extends Omit<CompareOptions, "blocks" | "until"> {
  /** A configuration of another name or place than `deadheat.config.*` in `cwd`. */
  readonly config?: string | undefined;
  /** Of the configuration's targets only those of these labels. */
  readonly targets?: readonly string[] | undefined;
  /** `node`, `bun@1.3`: in place of the configuration's. */
  readonly runtimes?: readonly string[] | undefined;
  /**
   * Measures the base against itself too, once a runtime and request, in turn with the others: where it comes out as two,
   * the outcome is `unmeasured`.
   */
  readonly control?: boolean | undefined;
}
