// The parts that all commands share: the start, the exit codes, and the parsers of options.
export { type ExitCode, runCommand } from "./cli/command.ts";
export { type Io } from "./cli/io.ts";
export { openInBrowser } from "./cli/open.ts";
export { answers, duration, integer, integers, list, percent } from "./cli/option-values.ts";
export { measuresAsked, withMeasures } from "./cli/measures.ts";
