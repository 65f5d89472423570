import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { OhaError } from "../errors.ts";

/** The file in which oha leaves the times of single requests, in a folder of its own. */
export interface RequestsFile {
  /** The arguments that make oha write it, after its run. */
  readonly args: readonly string[];
  /** Standard deviation of the latency over all answers, in seconds; null when there was none. */
  readonly stdev: () => number | null;
  readonly remove: () => void;
}

/**
 * oha's JSON has no standard deviation of the latency, and its histogram of 11 bins gives none. With
 * `--db-url` it writes every answered request to an SQLite file when its run is over, so that the
 * measured time is not disturbed (about 1 s for 500,000 requests).
 *
 * @throws OhaError before oha is run, where Node could not read that file afterwards.
 */
export async function requestsFile(): Promise<RequestsFile> {
  // Loaded only here: Node 22 and 24 warn that SQLite is experimental.
  const { DatabaseSync } = await import("node:sqlite").catch((cause: Error) => {
    const need = "the standard deviation of the latency needs Node >= 22.13";
    throw new OhaError("spawn", `oha was not started: ${need}, and this is ${process.version}`, {
      cause,
    });
  });
  const folder = mkdtempSync(join(tmpdir(), "deadheat-requests-"));
  const path = join(folder, "requests.db");
  return {
    args: ["--db-url", path],
    stdev: () => standardDeviation(new DatabaseSync(path, { readOnly: true })),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function standardDeviation(database: DatabaseSync): number | null {
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
