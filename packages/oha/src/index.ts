export { OhaError, OhaUnavailableError } from "./errors.ts";
export { findOha, type Oha } from "./obtain/find.ts";
export { MAX_REQUESTS, type ClosedLoad, type Load, type OpenLoad } from "./load.ts";
export { obtainOha } from "./obtain/obtain.ts";
export { readOhaJson } from "./read/read.ts";
export type { LoadResult } from "./read/result.ts";
export { runOha } from "./run/run.ts";
export { OHA_VERSION } from "./version.ts";
export { MAX_LATENESS_SECONDS } from "./read/void.ts";
