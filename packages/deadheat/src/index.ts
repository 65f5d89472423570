// Comparing two servers, explaining their difference, checking a change, and ranking several servers.
export { type Compared, compare } from "./compare/compare.ts";
export { type CompareOptions } from "./compare/options.ts";
export { type ExplainedRequest, explain } from "./explain/explain.ts";
export { type ExplainOptions } from "./explain/options.ts";
export { type Gated, USUAL_GATE, gate } from "./gate/gate.ts";
export { type GateOptions } from "./gate/options.ts";
export { history } from "./history/history.ts";
export { type HistoryOptions } from "./history/options.ts";
export { type BisectResult, bisect } from "./bisect/bisect.ts";
export { type BisectOptions } from "./bisect/options.ts";
export { run } from "./run/configured.ts";
export { type RunOptions } from "./run/options.ts";
export { type Bisected, type Comparison, type Explained } from "@deadheat/judge";

// The errors.
export { UsageError } from "@deadheat/journal";
export { EnvironmentError, Interrupted } from "@deadheat/measure";
export { ComparisonFailed } from "./errors.ts";

// The configuration.
export {
  type CommandTarget,
  type Config,
  type Expectation,
  type Request,
  type RequestOptions,
  type ServerTarget,
  type Target,
  defineConfig,
} from "./config/config.ts";
export { readConfig } from "./config/read.ts";
export type { ReadConfig, ReadTarget } from "./config/read.ts";
export type { ReadRequest } from "./config/read-requests.ts";
