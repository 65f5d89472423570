// Two entrants against each other, until a rule is content.
export {
  type Compared,
  type Comparing,
  budgetWarnings,
  coldWarnings,
  compareEntrants,
} from "./compare.ts";
export { ComparisonFailed } from "./errors.ts";

// Two servers of one's own: files on Node, Bun or Deno.
export {
  type CompareServers,
  type ServersCompared,
  compareServers,
  parseRequest,
} from "./servers.ts";
export { type Spec, parseSpec } from "./entrants/spec.ts";

// The folder of a run: opened, read, and what is drawn into it.
export { type OpenRun, absolute, newRunId, openRun } from "./folder/run-folder.ts";
export { readResult, reportChanges, reportFolder } from "./folder/report.ts";
export { writeReports } from "./folder/write.ts";
