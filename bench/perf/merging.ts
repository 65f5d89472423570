import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Result } from "@deadheat/judge";
import { median } from "@deadheat/stats";

// deadheat.mjs does the same: the code that checks records is compiled once.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/deadheat"));

/** A merge to measure: `script` runs itself again, once to write the input and once for each merge. */
export interface Merging {
  readonly script: string;
  readonly merges: number;
  readonly goal: { readonly seconds: number; readonly bytes: number };
  readonly write: (folder: string) => void;
  readonly merge: (folder: string) => Promise<Result | undefined>;
  /** Returns the words that describe the input, before the number of cells. */
  readonly input: (folder: string) => string;
}

interface Merged {
  readonly cells: number;
  readonly ranked: number;
  readonly seconds: number;
  readonly bytes: number;
}

/** Measures each merge in a process of its own, because the memory of a merge is that of its process. */
export async function measureMerging(merging: Merging): Promise<void> {
  const [role, given] = process.argv.slice(2);
  if (given !== undefined && role === "write") return merging.write(given);
  if (given !== undefined) return console.log(JSON.stringify(await mergeOnce(merging, given)));
  const folder = mkdtempSync(join(tmpdir(), "deadheat-perf-"));
  try {
    const inProcess = (as: string) =>
      execFileSync(process.execPath, [merging.script, as, folder], { encoding: "utf8" });
    inProcess("write");
    const count = { length: merging.merges };
    const merges = Array.from(count, () => JSON.parse(inProcess("merge")) as Merged);
    report(merging, merging.input(folder), merges);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function mergeOnce({ merge }: Merging, folder: string): Promise<Merged> {
  const startedAt = performance.now();
  const cells = (await merge(folder))?.cells ?? [];
  const seconds = (performance.now() - startedAt) / 1000;
  const bytes = process.resourceUsage().maxRSS * 1024;
  const ranked = cells.filter((cell) => cell.rank !== null).length;
  return { cells: cells.length, ranked, seconds, bytes };
}

function report({ goal }: Merging, input: string, merges: readonly Merged[]): void {
  const all = merges.map((one) => one.seconds);
  const seconds = median(all);
  const bytes = Math.max(...merges.map((one) => one.bytes));
  const within = seconds <= goal.seconds && bytes <= goal.bytes;
  console.log(
    `merging ${input} ${merges[0]?.cells} cells (${merges[0]?.ranked} ranked): ${seconds.toFixed(2)} s, ` +
      `the median of ${merges.length} (${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}), ` +
      `${(bytes / 1e6).toFixed(0)} MB at most: ${within ? "within" : "NOT within"} ${goal.seconds} s and ` +
      `${goal.bytes / 1e6} MB`,
  );
  if (!within) process.exitCode = 1;
}
