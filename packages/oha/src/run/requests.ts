import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { withScratch } from "@deadheat/journal";
import { OhaError } from "../errors.ts";
import type { LoadResult } from "../read/result.ts";

/**
 * Runs oha with the arguments that make it write the times of single requests to a file, in a folder of its own. oha's
 * JSON has no standard deviation of the latency, and its histogram of 11 bins gives none. With `--db-url`, oha writes
 * every completed request to an SQLite file after the load, so that the measured time is not disturbed (about 1 s for
 * 500,000 requests).
 * @returns the result with the standard deviation of the latency over all responses
 * @throws OhaError before oha runs, if Node cannot read that file.
 */
export async function withStdev(
  run: (args: readonly string[]) => Promise<LoadResult>,
): Promise<LoadResult> {
  // Loaded only here: Node 22 and 24 warn that SQLite is experimental.
  const { DatabaseSync } = await import("node:sqlite").catch((cause: Error) => {
    const need = "the standard deviation of the latency needs Node >= 22.13";
    throw new OhaError(`oha was not started: ${need}, and this is ${process.version}`, {
      cause,
    });
  });
  return withScratch("requests", async (folder) => {
    const path = join(folder, "requests.db");
    const result = await run(["--db-url", path]);
    if (result.latency === null) return result;
    const stdev = standardDeviation(new DatabaseSync(path, { readOnly: true }));
    return { ...result, latency: { ...result.latency, stdev } };
  });
}

function standardDeviation(database: DatabaseSync): number | null {
  try {
    // Two passes: the difference of two sums of squares would lose the digits that matter.
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
