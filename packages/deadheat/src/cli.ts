// The parts that every command shares: its start, its exit code, and the parsers of its options.
export { type ExitCode, runCommand, type Io } from "./cli/command.ts";
export { withMetrics } from "./cli/compare-options.ts";
export { openInBrowser } from "./cli/open.ts";
export {
  responses,
  duration,
  integer,
  limits,
  integers,
  list,
  percent,
  measuresAsked,
  withMeasures,
} from "./cli/option-values.ts";
