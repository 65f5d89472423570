// Comparing two servers, explaining their difference, checking a change, and ranking several servers.
export { type Compared, compare } from "./compare/compare.ts";
export { explain } from "./compare/explain.ts";
export { type Gated, gate } from "./compare/gate.ts";
export { USUAL_GATE } from "./plan/limits.ts";
export { type CompareOptions, type ExplainOptions, type GateOptions } from "./plan/options.ts";
export { type ExplainedRequest } from "./profile/written.ts";
export { history } from "./history/history.ts";
export { type HistoryOptions } from "./history/options.ts";
export { bisect } from "./bisect/bisect.ts";
export { type BisectOptions, type BisectResult } from "./bisect/options.ts";
export { run } from "./run/configured.ts";
export { type RunOptions } from "./run/options.ts";
export { type Bisected, type Comparison, type Explained } from "@deadheat/judge";

// The errors.
export { UsageError, EnvironmentError, Interrupted } from "@deadheat/journal";
export { ComparisonFailed } from "./errors.ts";
export { NotWritten } from "./folder/not-written.ts";

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
