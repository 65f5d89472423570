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

// The progress of a run, in lines.
export { type Shown, showProgress } from "./run/progress.ts";

// Merges: runs of one machine, or the shards of one run.
export { type BlobsOptions, type ClassResult, mergeBlobs } from "./merge/merge-blobs.ts";
export { mergeFolders } from "./merge/merge-folders.ts";
export { type Wanted } from "./merge/merge-contents.ts";
export { type Ran } from "./run/run.ts";
