import { difference, exact, interval, type LogEstimate } from "@deadheat/stats";
import { cellEstimate, type Cell, type Result } from "@deadheat/judge";
import type { PublishedRow } from "./published.ts";
import { presets, type LikeHandler, type LikeServer, type Preset } from "./presets.ts";
import {
  formatCount,
  formatInterval,
  formatLatency,
  formatPercent,
  formatRatio,
} from "@deadheat/report/format";
import {
  type Section,
  left,
  right,
  formatErrors,
  formatThroughput,
  formatThroughputInterval,
} from "@deadheat/report";

/** The table of the published benchmark whose matrix a run took, with our figures beside theirs. */
export function likeSections(result: Result): Section[] {
  const preset = presets.find(({ name }) => name === result.run.like);
  if (!preset) return [];
  return preset.handlers.flatMap((handler) => {
    const rows = preset.servers.map((server) => rowOf(server, handler, preset, result));
    if (rows.every(({ cell }) => cell === null)) return [missingHandler(preset, handler)];
    return [sections[preset.table](preset, handler, rows)];
  });
}

interface Row {
  readonly server: LikeServer;
  readonly cell: Cell | null;
  /** To node-http/node; null where there is no efficiency. All of a preset run on Node. */
  readonly toNodeHttp: LogEstimate | null;
  readonly published: PublishedRow | null;
}

function rowOf(server: LikeServer, handler: LikeHandler, preset: Preset, result: Result): Row {
  const cell =
    result.cells.find((c) => c.target === server.ours && c.scenario === handler.ours) ?? null;
  const published =
    preset.published?.rows.find(
      (row) => row.server === server.theirs && row.handler === handler.theirs,
    ) ?? null;
  return { server, cell, toNodeHttp: efficiencyOf(cell, result), published };
}

function efficiencyOf(cell: Cell | null, result: Result): LogEstimate | null {
  if (cell?.efficiency == null || cell.rank === null) return null;
  if (cell.target === result.floors.node) return exact();
  return cellEstimate(cell.efficiency.toFloor.blocks);
}

const sections = {
  relative: relativeSection,
  "speed-factor": speedFactorSection,
  connections: connectionsSection,
} as const;

const HOW =
  "are of good responses per CPU-second in duets, with the 95 % interval; servers that share a letter " +
  "are a dead heat, proven. What is certain of their order is told by the ranks above.";

function byEfficiency(rows: readonly Row[]): Row[] {
  return rows.toSorted(
    (a, b) => (b.toNodeHttp?.mean ?? -Infinity) - (a.toNodeHttp?.mean ?? -Infinity),
  );
}

/** boywithkeyboard's: RELATIVE, FRAMEWORK, AVG, STDDEV, MAX. */
function relativeSection(preset: Preset, handler: LikeHandler, rows: readonly Row[]): Section {
  const ordered = byEfficiency(rows);
  const best = ordered[0]?.toNodeHttp ?? null;
  const theirBest = Math.max(...rows.map(({ published }) => published?.requestsPerSecond ?? 0));
  return {
    title: titleOf(preset, handler),
    lead: [
      `RELATIVE figures ${HOW} AVG, STDDEV and MAX are requests per second of a server alone, over ` +
        'the rounds of the sweep; ">=": the generator was full first.',
      ...publishedLead(preset),
    ],
    columns: [
      right("RELATIVE"),
      left("95 %"),
      left("tie", 2),
      left("FRAMEWORK"),
      left("measured here", 3),
      right("AVG", 1),
      right("STDDEV", 1),
      right("MAX", 1),
      right("published RELATIVE", 2),
      right("AVG", 4),
      right("STDDEV", 4),
      right("MAX", 4),
    ],
    rows: ordered.map((row) => {
      const { server, cell, published } = row;
      const ratio = row.toNodeHttp && best ? interval(difference(row.toNodeHttp, best)) : null;
      const first = row.toNodeHttp === best;
      return [
        ratio ? (first ? "100 %" : formatPercent(ratio.ratio)) : "",
        ratio ? (first ? "reference" : percentInterval(ratio)) : "",
        cell?.tieGroup.join("") ?? "",
        server.theirs,
        measuredHere(row),
        ...spread(cell),
        published ? formatPercent(published.requestsPerSecond / theirBest) : "",
        ...(published
          ? [published.requestsPerSecond, published.stdev, published.max].map(asPublished)
          : ["", "", ""]),
      ];
    }),
    notes: notesOf(rows),
  };
}

/** pausan's: Name, Version, Speed Factor (to the slowest), Requests/s. */
function speedFactorSection(preset: Preset, handler: LikeHandler, rows: readonly Row[]): Section {
  const ordered = byEfficiency(rows);
  const slowest = ordered.findLast(({ toNodeHttp }) => toNodeHttp !== null)?.toNodeHttp ?? null;
  const theirs = rows.flatMap(({ published }) => published?.requestsPerSecond ?? []);
  const theirSlowest = Math.min(...theirs);
  return {
    title: titleOf(preset, handler),
    lead: [
      `Speed Factors, to the slowest, ${HOW} Requests are per second of the server's CPU.`,
      ...publishedLead(preset),
    ],
    columns: [
      left("Name"),
      left("measured here", 3),
      left("Version", 4),
      right("Speed Factor"),
      left("95 %"),
      left("tie", 1),
      right("Requests/CPU-s", 4),
      right("published Speed Factor", 2),
      right("Requests/s", 4),
    ],
    rows: ordered.map((row) => {
      const { server, cell, published } = row;
      const factor =
        row.toNodeHttp && slowest ? interval(difference(row.toNodeHttp, slowest)) : null;
      const last = row.toNodeHttp === slowest;
      return [
        `${server.theirs} (${handler.theirs})`,
        measuredHere(row),
        cell?.version ?? "",
        factor ? `${last ? "1.00" : factor.ratio.toFixed(2)}x` : "",
        factor ? (last ? "reference" : formatInterval(factor)) : "",
        cell?.tieGroup.join("") ?? "",
        cell?.requestsPerCpuSecond == null ? "" : formatCount(cell.requestsPerCpuSecond),
        published ? `${(published.requestsPerSecond / theirSlowest).toFixed(2)}x` : "",
        published ? asPublished(published.requestsPerSecond) : "",
      ];
    }),
    notes: notesOf(rows),
  };
}

/** h22p's: for each number of connections the throughput, the latency's distribution, the errors. */
function connectionsSection(preset: Preset, handler: LikeHandler, rows: readonly Row[]): Section {
  const latency = (seconds: number | null | undefined) =>
    seconds == null ? "" : formatLatency(seconds);
  return {
    title: titleOf(preset, handler),
    lead: [
      "Each server alone, closed loop: latencies are those under saturation, connections / " +
        'throughput. ">=": the generator was full first. Which is the more efficient is told by the ' +
        "duets above, and by the letters.",
      ...publishedLead(preset),
    ],
    columns: [
      right("connections"),
      left("server"),
      left("measured here", 5),
      left("tie", 2),
      right("Requests/sec"),
      left("95 %", 4),
      right("Avg", 1),
      right("Stdev", 1),
      right("Max", 1),
      right("50%", 3),
      right("75%", 7),
      right("90%", 7),
      right("99%", 3),
      right("99.9%", 6),
      left("Socket errors", 6),
    ],
    rows: (preset.connections ?? []).flatMap((connections) =>
      rows.flatMap((row) => {
        const step = row.cell?.sweep.find((one) => one.connections === connections);
        if (!step) return [];
        const { latency: l } = step;
        return [
          [
            String(connections),
            row.server.theirs,
            measuredHere(row),
            row.cell?.tieGroup.join("") ?? "",
            formatThroughput(step),
            formatThroughputInterval(step),
            ...[l?.mean, l?.stdev, l?.max, l?.p50, l?.p75, l?.p90, l?.p99, l?.p99_9].map(latency),
            formatErrors(step.errors),
          ],
        ];
      }),
    ),
    notes: [...duetNotes(rows), ...notesOf(rows)],
  };
}

function duetNotes(rows: readonly Row[]): string[] {
  return rows.flatMap(({ server, toNodeHttp }) => {
    if (toNodeHttp === null) return [];
    const ratio = interval(toNodeHttp);
    return [
      `${server.theirs} (${server.ours}) in duets: ${formatRatio(ratio.ratio)} ` +
        `${formatInterval(ratio)} of node-http/node's responses per CPU-second`,
    ];
  });
}

function titleOf({ name, title }: Preset, handler: LikeHandler): string {
  return `like ${name}, ${handler.theirs}: ${title}`;
}

function publishedLead({ published, source }: Preset): string[] {
  if (published === null) return [`Published figures were not to be found (${source}).`];
  return [`Published, on another machine, with another generator: ${published.source}.`];
}

function missingHandler(preset: Preset, handler: LikeHandler): Section {
  return {
    title: titleOf(preset, handler),
    lead: [`Not measured: there is no scenario ${handler.ours} here.`],
    columns: [],
    rows: [],
    notes: [],
  };
}

/** What stands for it, where that is another; or that nothing does. */
function measuredHere({ server, cell }: Row): string {
  if (cell === null) return "not available";
  return cell.status === "ok" ? server.ours : `${server.ours} (${cell.status})`;
}

function notesOf(rows: readonly Row[]): string[] {
  return rows.flatMap(({ server, cell }) => {
    const notes = server.standsFor === null ? [] : [`${server.theirs}: ${server.standsFor}`];
    if (cell === null) notes.push(`${server.theirs}: there is no target ${server.ours} here`);
    else if (cell.status !== "ok") notes.push(`${server.theirs}: ${cell.status}: ${cell.reason}`);
    return notes;
  });
}

/** Mean, standard deviation and maximum over the rounds of the only number of connections. */
function spread(cell: Cell | null): string[] {
  const step = cell?.sweep[0];
  const rounds = step?.requestsPerSecond?.rounds ?? [];
  if (!step || rounds.length < 2) return ["", "", ""];
  const mean = rounds.reduce((sum, rate) => sum + rate, 0) / rounds.length;
  const squares = rounds.reduce((sum, rate) => sum + (rate - mean) ** 2, 0);
  const bound = step.lowerBound ? ">= " : "";
  const deviation = Math.sqrt(squares / (rounds.length - 1));
  return [
    bound + formatCount(mean),
    formatCount(deviation),
    bound + formatCount(Math.max(...rounds)),
  ];
}

function percentInterval({ lo, hi }: { lo: number; hi: number }): string {
  return `[${formatPercent(lo)}, ${formatPercent(hi)}]`;
}

/** Every digit that stands there. */
function asPublished(value: number | null): string {
  return value === null ? "" : value.toLocaleString("en-US");
}
