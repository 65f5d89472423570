export { OhaError, OhaUnavailableError, type OhaErrorCode } from "./errors.ts";
export { findOha, type FindOptions, type Found, type Oha } from "./obtain/find.ts";
export {
  DEFAULT_TIMEOUT_SECONDS,
  MAX_REQUESTS,
  type ClosedLoad,
  type Load,
  type OpenLoad,
} from "./load.ts";
export { obtainOha, type ObtainOptions } from "./obtain/obtain.ts";
export { readOhaJson } from "./read/read.ts";
export type { ErrorCounts, Latency, LoadResult } from "./read/result.ts";
export { runOha, type RunOptions } from "./run/run.ts";
export { OHA_VERSION } from "./version.ts";
export { MAX_LATENESS_SECONDS } from "./read/void.ts";
