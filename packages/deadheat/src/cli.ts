// The parts that every command shares: its start, its exit code, and its options.
export { type ExitCode, runCommand, type Io } from "./terminal/command.ts";
export { withOptions } from "./cli/asked.ts";
export { openInBrowser } from "./cli/open.ts";
export { type OptionName } from "./plan/option-table.ts";
export { duration, integers, list, measuresAsked, withMeasures } from "./plan/option-values.ts";
