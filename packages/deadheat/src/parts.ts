// Two entrants of one's own making, until a rule is content.
export {
  type EntrantsCompared,
  type Comparing,
  budgetWarnings,
  coldWarnings,
  compareEntrants,
} from "./compare/entrants.ts";

// The folder of a run: opened, read, and what is drawn into it.
export { type OpenRun, absolute, newRunId, openRun } from "./folder/run-folder.ts";
export { readResult, reportChanges, reportFolder } from "./folder/report.ts";
export { writeReports } from "./folder/write.ts";
export { describeGit } from "./folder/git.ts";
export { ComparisonFailed } from "./errors.ts";

// How a command says what was written.
export { exitCodeOf, renderWritten } from "./cli/text/written.ts";
export { sentencesWidthOf, widthOf } from "./cli/text/width.ts";
