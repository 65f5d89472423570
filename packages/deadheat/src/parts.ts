// The parts of a document that every door fills in.
export { deadheatVersion } from "./version.ts";
export { limitsTold } from "./plan/limits.ts";

// Comparing two entrants of the caller's own until a stopping rule ends the comparison.
export { type EntrantsCompared, type Comparing } from "./measure/comparing.ts";
export { compareEntrants } from "./measure/entrants.ts";

// Explaining the difference between two entrants.
export { type ExplainedPair } from "./profile/collected.ts";
export { PROFILED_SECONDS, explainEntrants } from "./profile/entrants.ts";
export { USUAL_BUDGET_SECONDS } from "./compare/explain.ts";
export { explainedIn, writeExplained } from "./profile/written.ts";

// The folder of a run: opening and reading it, and writing reports into it.
export { absolute, newRunId, openRun, requireUnused } from "./folder/run-folder.ts";
export {
  readResult,
  reportChanges,
  reportFolder,
  resultPath,
  writeReports,
} from "./folder/report.ts";
export { measuredBy, writing } from "./folder/not-written.ts";
export { describeGit } from "./folder/run-folder.ts";
export { ComparisonFailed } from "./errors.ts";
export { wantedFor } from "./plan/wanted.ts";
export { installSize, sizesOf } from "./provenance/install-size.ts";

// The text that a command prints about the files that it wrote.
export { exitCodeOf, renderWritten } from "./cli/written.ts";
export { sentencesWidthOf, widthOf } from "./terminal/command.ts";

// A run of servers whose starts and checks the caller knows.
export { onTestbed, type Testbed } from "./measure/testbed.ts";
export { fittedLoad } from "./learn/pilots.ts";
export { runTargets } from "./run/run.ts";
export { type Running, type RunTarget } from "./run/running.ts";

// The progress of a run, as lines of text.
export { showProgress } from "./run/progress.ts";

// Merging runs of one machine, or the shards of one run.
export { type BlobsOptions, type ClassResult, mergeBlobs } from "./merge/merge-blobs.ts";
export { type MergeOptions, mergeContents, mergeFolders } from "./merge/merge-contents.ts";
export { type Ran } from "./run/run.ts";

// The parts of private packages that docs/api.md describes: entrants, existing rounds, and documents.
export { type RoundRecord, defaultWarmup, readJournal } from "@deadheat/journal";
export { type Entrant, choosePinning } from "@deadheat/measure";
export { obtainOha } from "@deadheat/oha";
export {
  type Gated,
  type Result,
  exitCodeOfGate,
  judgeComparison,
  logRatios,
  readGated,
} from "@deadheat/judge";
export { estimate, interval, verdictFor } from "@deadheat/stats";
export { renderComparedMarkdown, renderCsv, renderMarkdown } from "@deadheat/report";

// The checks of `doctor`.
export {
  type Check,
  fail as failed,
  ok as passed,
  renderChecks,
  tried,
  warn as warned,
} from "./doctor/check.ts";
export { checkMachine } from "./doctor/machine.ts";
