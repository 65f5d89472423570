import type { Command } from "commander";
import { withOptions } from "./cli/asked.ts";

// The parts that every command shares: its start, its exit code, and the parsers of its options.
export { type ExitCode, runCommand, type Io } from "./terminal/command.ts";
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
} from "./plan/option-values.ts";

/** Adds the options that choose the metrics of a comparison. */
export function withMetrics<C extends Command>(command: C): C {
  return withOptions(command, ["measure", "primary"]);
}
