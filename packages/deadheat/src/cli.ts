// The parts that every command shares: its start, its exit code, and the parsers of its options.
export { type ExitCode, runCommand } from "./cli/command.ts";
export { type Io } from "./cli/io.ts";
export { answers, duration, integer, integers, list, percent } from "./cli/option-values.ts";
export { measuresAsked, withMeasures } from "./cli/measures.ts";
