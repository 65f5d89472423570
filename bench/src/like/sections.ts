import { difference, exact, interval, type LogEstimate } from "@deadheat/stats";
import { cellEstimate, type Cell, type Result, type SweepStep } from "@deadheat/judge";
import type { PublishedRow } from "./published.ts";
import { presets, type LikeHandler, type LikeServer, type Preset } from "./presets.ts";
import {
  formatCount,
  formatInterval,
  formatLatency,
  formatPercent,
  formatPublished,
  formatRatio,
} from "@deadheat/report/format";
import {
  type Filled,
  type Section,
  left,
  right,
  tableOf,
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

type Interval = ReturnType<typeof interval>;

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
  const columns: readonly Filled<Row>[] = [
    [right("RELATIVE"), (row) => ratioTo(best, row, ({ ratio }) => formatPercent(ratio), "100 %")],
    [left("95 %"), (row) => ratioTo(best, row, percentInterval)],
    [left("tie", 2), tieOf],
    [left("FRAMEWORK"), ({ server }) => server.theirs],
    [left("measured here", 3), measuredHere],
    [right("AVG", 1), ({ cell }) => roundsOf(cell)?.mean ?? ""],
    [right("STDDEV", 1), ({ cell }) => roundsOf(cell)?.deviation ?? ""],
    [right("MAX", 1), ({ cell }) => roundsOf(cell)?.max ?? ""],
    [
      right("published RELATIVE", 2),
      ({ published: of }) => (of ? formatPercent(of.requestsPerSecond / theirBest) : ""),
    ],
    [right("AVG", 4), ({ published }) => formatPublished(published?.requestsPerSecond)],
    [right("STDDEV", 4), ({ published }) => formatPublished(published?.stdev)],
    [right("MAX", 4), ({ published }) => formatPublished(published?.max)],
  ];
  return {
    title: titleOf(preset, handler),
    lead: [
      `RELATIVE figures ${HOW} AVG, STDDEV and MAX are requests per second of a server alone, over ` +
        'the rounds of the sweep; ">=": the generator was full first.',
      ...publishedLead(preset),
    ],
    ...tableOf(columns, ordered),
    notes: notesOf(rows),
  };
}

/** pausan's: Name, Version, Speed Factor (to the slowest), Requests/s. */
function speedFactorSection(preset: Preset, handler: LikeHandler, rows: readonly Row[]): Section {
  const ordered = byEfficiency(rows);
  const slowest = ordered.findLast(({ toNodeHttp }) => toNodeHttp !== null)?.toNodeHttp ?? null;
  const theirs = rows.flatMap(({ published }) => published?.requestsPerSecond ?? []);
  const theirSlowest = Math.min(...theirs);
  const factor = (ratio: number) => `${ratio.toFixed(2)}x`;
  const columns: readonly Filled<Row>[] = [
    [left("Name"), ({ server }) => `${server.theirs} (${handler.theirs})`],
    [left("measured here", 3), measuredHere],
    [left("Version", 4), ({ cell }) => cell?.version ?? ""],
    [
      right("Speed Factor"),
      (row) => ratioTo(slowest, row, ({ ratio }) => factor(ratio), factor(1)),
    ],
    [left("95 %"), (row) => ratioTo(slowest, row, formatInterval)],
    [left("tie", 1), tieOf],
    [
      right("Requests/CPU-s", 4),
      ({ cell }) =>
        cell?.requestsPerCpuSecond == null ? "" : formatCount(cell.requestsPerCpuSecond),
    ],
    [
      right("published Speed Factor", 2),
      ({ published: of }) => (of ? factor(of.requestsPerSecond / theirSlowest) : ""),
    ],
    [right("Requests/s", 4), ({ published }) => formatPublished(published?.requestsPerSecond)],
  ];
  return {
    title: titleOf(preset, handler),
    lead: [
      `Speed Factors, to the slowest, ${HOW} Requests are per second of the server's CPU.`,
      ...publishedLead(preset),
    ],
    ...tableOf(columns, ordered),
    notes: notesOf(rows),
  };
}

/** One row, measured at one number of connections. */
interface RowAt {
  readonly row: Row;
  readonly step: SweepStep;
}

const connectionsColumns: readonly Filled<RowAt>[] = [
  [right("connections"), ({ step }) => String(step.connections)],
  [left("server"), ({ row }) => row.server.theirs],
  [left("measured here", 5), ({ row }) => measuredHere(row)],
  [left("tie", 2), ({ row }) => tieOf(row)],
  [right("Requests/sec"), ({ step }) => formatThroughput(step)],
  [left("95 %", 4), ({ step }) => formatThroughputInterval(step)],
  [right("Avg", 1), ({ step }) => formatLatency(step.latency?.mean)],
  [right("Stdev", 1), ({ step }) => formatLatency(step.latency?.stdev)],
  [right("Max", 1), ({ step }) => formatLatency(step.latency?.max)],
  [right("50%", 3), ({ step }) => formatLatency(step.latency?.p50)],
  [right("75%", 7), ({ step }) => formatLatency(step.latency?.p75)],
  [right("90%", 7), ({ step }) => formatLatency(step.latency?.p90)],
  [right("99%", 3), ({ step }) => formatLatency(step.latency?.p99)],
  [right("99.9%", 6), ({ step }) => formatLatency(step.latency?.p99_9)],
  [left("Socket errors", 6), ({ step }) => formatErrors(step.errors)],
];

/** h22p's: for each number of connections the throughput, the latency's distribution, the errors. */
function connectionsSection(preset: Preset, handler: LikeHandler, rows: readonly Row[]): Section {
  const lines = (preset.connections ?? []).flatMap((connections) =>
    rows.flatMap((row): RowAt[] => {
      const step = row.cell?.sweep.find((one) => one.connections === connections);
      return step ? [{ row, step }] : [];
    }),
  );
  return {
    title: titleOf(preset, handler),
    lead: [
      "Each server alone, closed loop: latencies are those under saturation, connections / " +
        'throughput. ">=": the generator was full first. Which is the more efficient is told by the ' +
        "duets above, and by the letters.",
      ...publishedLead(preset),
    ],
    ...tableOf(connectionsColumns, lines),
    notes: [...duetNotes(rows), ...notesOf(rows)],
  };
}

/** A row's efficiency over that of the reference, drawn; of the reference itself, what it is. */
function ratioTo(
  reference: LogEstimate | null,
  { toNodeHttp }: Row,
  draw: (ratio: Interval) => string,
  itself = "reference",
): string {
  if (toNodeHttp === null || reference === null) return "";
  return toNodeHttp === reference ? itself : draw(interval(difference(toNodeHttp, reference)));
}

function tieOf({ cell }: Row): string {
  return cell?.tieGroup.join("") ?? "";
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
function roundsOf(cell: Cell | null): { mean: string; deviation: string; max: string } | null {
  const step = cell?.sweep[0];
  const rounds = step?.requestsPerSecond?.rounds ?? [];
  if (!step || rounds.length < 2) return null;
  const mean = rounds.reduce((sum, rate) => sum + rate, 0) / rounds.length;
  const squares = rounds.reduce((sum, rate) => sum + (rate - mean) ** 2, 0);
  const bound = step.lowerBound ? ">= " : "";
  return {
    mean: bound + formatCount(mean),
    deviation: formatCount(Math.sqrt(squares / (rounds.length - 1))),
    max: bound + formatCount(Math.max(...rounds)),
  };
}

function percentInterval({ lo, hi }: Interval): string {
  return `[${formatPercent(lo)}, ${formatPercent(hi)}]`;
}
