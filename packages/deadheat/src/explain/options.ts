import type { CompareOptions } from "../compare/options.ts";

/** The options of an explanation. Only `base` is required. */
export type ExplainOptions = Omit<
  CompareOptions,
  "blocks" | "explain" | "until" | "gate" | "margin"
>;
