import type { OptionName } from "./option-table.ts";

/** Further names of an option, as other benchmarks have them. */
export interface OtherNames {
  readonly short: string;
  /** Long flags that mean the same. The help leaves them out. */
  readonly also: readonly string[];
}

/** The short flags of hyperfine, wrk, autocannon and curl, and the long ones that people try. */
export const otherNames: Partial<Readonly<Record<OptionName, OtherNames>>> = {
  header: { short: "-H", also: [] },
  connections: { short: "-c", also: [] },
  budgetSeconds: { short: "-d", also: ["--duration"] },
  rounds: { short: "-n", also: ["--runs"] },
  warmupRequests: { short: "-w", also: [] },
  out: { short: "-o", also: [] },
};

/** The text to write instead of a flag of another benchmark. */
const foreign: Readonly<Record<string, string>> = {
  "--concurrency": "--connections",
  "--vus": "--connections",
  "--clients": "--connections",
  "--time": "--budget",
  "--timeout": "--ready, the time within which a server must be ready",
  "--iterations": "--rounds",
  "--repeat": "--rounds",
  "--count": "--rounds",
  "--min-runs": "--rounds",
  "--max-runs": "--rounds",
  "--requests": "--rounds, or --budget for a time",
  "--amount": "--rounds, or --budget for a time",
  "--rps": "--rate",
  "--qps": "--rate",
  "--overallRate": "--rate",
  "--reference": "the name of the base as the first server",
  "--baseline": "the name of the base as the first server",
  "--url": "--request, such as --request 'GET /users'",
  "--path": "--request, such as --request 'GET /users'",
  "--method": "--request, such as --request 'POST /users'",
  "-m": "--request, such as --request 'POST /users'",
  "-X": "--request, such as --request 'POST /users'",
  "--data": "--body",
  "--input": "--body @<file>",
  "-b": "--body",
  "--threshold": "--gate, such as --gate cpu:5%",
  "--thresholds": "--gate, such as --gate cpu:5%",
  "--fail-on": "--gate, such as --gate cpu:5%",
  "--reporter": "--json, --export-markdown or deadheat report --format",
  "--reporters": "--json, --export-markdown or deadheat report --format",
  "--output": "--out",
  "--prepare-command": "--setup",
  "--save-summary": "--export-json",
  "--quiet": "2> /dev/null",
  "-q": "2> /dev/null",
  "-t": "--budget for a time; the load generator chooses its threads",
  "--threads": "no flag: the load generator chooses its threads",
  "--workers": "no flag: deadheat measures one process of each server",
  "--latency": "--measure latency",
  "--percentiles": "--measure latency",
};

/** Returns the flag to write instead of one that deadheat does not have; null if there is none to suggest. */
export function insteadOf(flag: string): string | null {
  return foreign[flag] ?? null;
}
