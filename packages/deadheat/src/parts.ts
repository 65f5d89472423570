// Comparing two entrants of the caller's own until a stopping rule ends the comparison.
export {
  type EntrantsCompared,
  type Comparing,
  budgetWarnings,
  coldWarnings,
  compareEntrants,
} from "./compare/entrants.ts";

// Explaining the difference between two entrants.
export {
  type ExplainedPair,
  type ExplainedServer,
  PROFILED_SECONDS,
  explainEntrants,
} from "./explain/entrants.ts";
export { USUAL_BUDGET_SECONDS, writeExplained } from "./explain/explain.ts";

// The folder of a run: opening and reading it, and writing reports into it.
export { type OpenRun, absolute, newRunId, openRun } from "./folder/run-folder.ts";
export { readResult, reportChanges, reportFolder } from "./folder/report.ts";
export { writeReports } from "./folder/write.ts";
export { describeGit } from "./folder/git.ts";
export { ComparisonFailed } from "./errors.ts";

// The text that a command prints about the files that it wrote.
export { exitCodeOf, renderWritten } from "./cli/written.ts";
export { sentencesWidthOf, widthOf } from "./cli/io.ts";

// The progress of a run, as lines of text.
export { type Shown, showProgress } from "./run/progress.ts";

// Merging runs of one machine, or the shards of one run.
export { type BlobsOptions, type ClassResult, mergeBlobs } from "./merge/merge-blobs.ts";
export { mergeFolders } from "./merge/merge-folders.ts";
export { type Wanted } from "./merge/merge-contents.ts";
export { type Ran } from "./run/run.ts";
