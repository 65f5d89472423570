import type { Result } from "../result.ts";
import {
  formatDate,
  formatDuration,
  formatHalfWidth,
  formatInterval,
  formatPercent,
  formatRatio,
} from "./format.ts";

/** Which differences are not significant, in one sentence for each scenario. */
export function tieSentences({ differences }: Result): string[] {
  return differences.flatMap(({ scenario, pairs, significant, ties }) => {
    if (pairs === 0) return [];
    const of = differences.length > 1 ? `${scenario}: ` : "";
    if (ties.length === 0) {
      return [`${of}All ${pairs} differences are significant (95 %, Holm-corrected).`];
    }
    const shown = ties.slice(0, 12).map(([a, b]) => `${a} and ${b}`);
    const more = ties.length > shown.length ? `, and ${ties.length - shown.length} more pairs` : "";
    return [
      `${of}Dead heats, where no significant difference was found: ${shown.join("; ")}${more}; ` +
        `the other ${significant} of ${pairs} differences are significant (95 %, Holm-corrected).`,
    ];
  });
}

/** Why a scenario has no ranks. */
export function unrankedReason({ run }: Result): string {
  return run.measure?.includes("duets") === false
    ? "no duets were measured: nothing is ranked"
    : "nothing could be ranked";
}

/** The noise floor of this run, in words. */
export function noiseSentence({ noise, run }: Result): string {
  const { aa } = noise;
  if (run.measure?.includes("duets") === false) return "Noise floor: none, without duets.";
  if (aa === null) return "Noise floor: not measured in this run.";
  const verdict =
    aa.lo <= 1 && aa.hi >= 1
      ? "contains 1, as it must"
      : "DOES NOT CONTAIN 1: do not trust small differences of this run";
  const smallest =
    noise.smallestDetectable === null
      ? ""
      : ` A difference below ${formatPercent(noise.smallestDetectable - 1)} would probably have been missed.`;
  return (
    `Noise floor (A/A): node-http/node against itself ${formatRatio(aa.ratio)} ` +
    `${formatInterval(aa)}, n = ${aa.n}; the interval ${verdict}.${smallest}`
  );
}

/** How the runtimes were connected. */
export function bridgeSentences({ bridges }: Result): string[] {
  return bridges.map(
    (bridge) =>
      `Bridge (${bridge.scenario}): ${bridge.floor} is ${formatRatio(bridge.ratio)} ` +
      `${formatInterval(bridge)} of node-http/node, ${formatHalfWidth(bridge)}, n = ${bridge.n}.`,
  );
}

/** What was measured now, how much of the time under load, and what came from earlier. */
export function measuredSentences(result: Result): string[] {
  const { run, cells } = result;
  const { blocks, seconds, underLoadSeconds, underLoadShare } = run.measured;
  const sentences: string[] = [];
  if (underLoadShare === null) {
    sentences.push("Nothing was measured: no cell has changed since it was last measured.");
  } else {
    sentences.push(
      `Measured: ${countOf(blocks, run.measured.steps ?? 0)} in ${formatDuration(seconds)}, ` +
        `${formatPercent(underLoadShare)} of it under load (${formatDuration(underLoadSeconds)}).`,
    );
  }
  const replayed = cells.filter((cell) => cell.replayedFrom !== null);
  if (replayed.length > 0) {
    const dates = replayed.map((cell) => cell.replayedFrom?.startedAt ?? "").toSorted();
    const [from, to] = [formatDate(dates[0] ?? ""), formatDate(dates.at(-1) ?? "")];
    const when = from === to ? `of ${from}` : `of ${from} to ${to}`;
    sentences.push(
      `Replayed from the cache, ${when} UTC: ${replayed.length} of ${cells.length} cells, marked ↺ ` +
        "(--force measures them again).",
    );
  }
  return sentences;
}

function countOf(blocks: number, steps: number): string {
  if (steps === 0) return blocks === 1 ? "1 block" : `${blocks} blocks`;
  const alone = `${steps} loads of a server alone`;
  return blocks === 0 ? alone : `${blocks} blocks and ${alone}`;
}

export function machineSentence({ machine, tools, run }: Result): string {
  const { pinning } = machine;
  const pinned =
    pinning.mode === "taskset"
      ? `servers on CPU ${pinning.server.join(",")}${pinning.batch ? " (SCHED_BATCH)" : ""}, generators on CPU ${pinning.generators.join(",")}`
      : `not pinned (${pinning.reason})`;
  return (
    `${machine.cpu}, ${machine.cores} CPUs, ${machine.os}, ${machine.kernel}; ${pinned}. ` +
    `Node ${tools.node.version}, Bun ${tools.bun.version}, Deno ${tools.deno.version}, ` +
    `oha ${tools.oha.version}; ${run.load.connections} connections a server, ` +
    `${warmupWords(run.load)}, ${run.load.windowSeconds} s window.`
  );
}

function warmupWords({ warmup, warmupSeconds }: Result["run"]["load"]): string {
  if (warmup === undefined) return `${warmupSeconds ?? 0} s warm-up`;
  const { node, bun, deno } = warmup.answers;
  const count = (answers: number) => answers.toLocaleString("en-US");
  if (node === bun && node === deno) return `warm after ${count(node)} answers`;
  return `warm after ${count(node)} answers on Node, ${count(bun)} on Bun, ${count(deno)} on Deno`;
}
