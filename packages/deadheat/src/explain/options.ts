import type { CompareOptions } from "../compare/options.ts";

/** The options of an explanation. Only `base` is required. */
export type ExplainOptions = Omit<
  CompareOptions,
  "rounds" | "explain" | "until" | "gate" | "margin"
>;
