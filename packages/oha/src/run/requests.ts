import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The file in which oha leaves the times of single requests, in a folder of its own. */
export interface RequestsFile {
  /** The arguments that make oha write it, after its run. */
  readonly args: readonly string[];
  /** Standard deviation of the latency over all answers, in seconds; null when there was none. */
  readonly stdev: () => Promise<number | null>;
  readonly remove: () => void;
}

/**
 * oha's JSON has no standard deviation of the latency, and its histogram of 11 bins gives none. With
 * `--db-url` it writes every answered request to an SQLite file when its run is over, so that the
 * measured time is not disturbed (about 1 s for 500,000 requests).
 */
export function requestsFile(): RequestsFile {
  const folder = mkdtempSync(join(tmpdir(), "deadheat-requests-"));
  const path = join(folder, "requests.db");
  return {
    args: ["--db-url", path],
    stdev: () => standardDeviation(path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function standardDeviation(path: string): Promise<number | null> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    // In two passes: the difference of two sums of squares would lose the digits that matter.
    const row = database
      .prepare(
        `SELECT avg((duration - mean) * (duration - mean)) AS variance
         FROM oha, (SELECT avg(duration) AS mean FROM oha)`,
      )
      .get() as { variance: number | null };
    return row.variance === null ? null : Math.sqrt(row.variance);
  } finally {
    database.close();
  }
}
