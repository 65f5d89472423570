export {
  type Compared,
  type Comparing,
  budgetWarnings,
  coldWarnings,
  compareEntrants,
} from "./compare.ts";
export { ComparisonFailed } from "./errors.ts";
export { readResult, reportChanges, reportFolder } from "./folder/report.ts";
export { type OpenRun, absolute, newRunId, openRun } from "./folder/run-folder.ts";
export { writeReports } from "./folder/write.ts";
