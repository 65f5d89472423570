import { difference, exact, interval, type LogEstimate } from "@deadheat/stats";
import { cellEstimate, priorIn, type Cell, type Result, type SweepStep } from "@deadheat/judge";
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
import { presets, type Preset } from "./presets.ts";

type Server = Preset["servers"][number];

type Ratio = ReturnType<typeof interval>;

interface Row {
  readonly server: Server;
  readonly handler: string;
  readonly cell: Cell | null;
  /** The efficiency relative to node-http/node, or null without one. All servers of a preset run on Node. */
  readonly efficiency: LogEstimate | null;
  /** The efficiency relative to the fastest or slowest server. "reference" for that server itself. */
  readonly ratio: Ratio | "reference" | null;
  readonly published: Server["published"][string] | undefined;
  /** The published requests per second relative to the fastest or slowest server. */
  readonly publishedRatio: number | null;
  /** The sweep at one number of connections, or null without a sweep. */
  readonly step: SweepStep | null;
}

/** Returns the tables of the published benchmark that a run took its matrix from. They show our metrics and theirs. */
export function likeSections(result: Result): Section[] {
  const preset = presets.find(({ name }) => name === result.run.like);
  return preset?.handlers.map((handler) => sectionOf(preset, handler, result)) ?? [];
}

function sectionOf(preset: Preset, handler: string, result: Result): Section {
  const title = `like ${preset.name}, ${handler}: ${preset.title}`;
  const rows = rowsOf(preset, handler, result);
  if (rows.every(({ cell }) => cell === null)) {
    const missing = `Not measured: the scenario ${handler} does not exist here.`;
    return { title, lead: [missing], columns: [], rows: [], notes: [] };
  }
  const { lead, columns, notes = () => [] } = tables[preset.table];
  const lines = preset.table === "connections" ? byConnections(rows, preset) : byEfficiency(rows);
  return {
    title,
    lead: [lead, preset.source],
    ...tableOf(columns, lines),
    notes: [...rows.flatMap(notes), ...rows.flatMap(notesOf)],
  };
}

function rowsOf({ servers, table }: Preset, handler: string, result: Result): Row[] {
  const extreme = table === "relative" ? Math.max : Math.min;
  const found = servers.map((server) => {
    const cell = result.cells.find((c) => c.target === server.ours && c.scenario === handler);
    return { server, cell: cell ?? null, efficiency: efficiencyOf(cell, result) };
  });
  const efficiencies = found.flatMap(({ efficiency }) => efficiency ?? []);
  const most = extreme(...efficiencies.map(({ mean }) => mean));
  const reference = efficiencies.find(({ mean }) => mean === most);
  const rates = servers.flatMap(({ published }) => published[handler]?.[0] ?? []);
  return found.map(({ server, cell, efficiency }) => {
    const published = server.published[handler];
    const step = cell?.sweep[0] ?? null;
    const publishedRatio = published ? published[0] / extreme(...rates) : null;
    const ratio = efficiency && reference ? interval(difference(efficiency, reference)) : null;
    const own = efficiency !== null && efficiency === reference ? "reference" : ratio;
    return { server, handler, cell, efficiency, ratio: own, published, publishedRatio, step };
  });
}

function efficiencyOf(cell: Cell | undefined, result: Result): LogEstimate | null {
  if (cell?.efficiency == null || cell.rank === null) return null;
  if (cell.target === result.floors.node) return exact();
  return cellEstimate(cell.efficiency.toFloor.rounds, null, priorIn(result, cell.scenario));
}

function byEfficiency(rows: readonly Row[]): Row[] {
  const mean = ({ efficiency }: Row) => efficiency?.mean ?? -Infinity;
  return rows.toSorted((a, b) => mean(b) - mean(a));
}

function byConnections(rows: readonly Row[], { connections }: Preset): Row[] {
  return (connections ?? []).flatMap((count) =>
    rows.flatMap((row) => {
      const step = row.cell?.sweep.find((one) => one.connections === count);
      return step ? [{ ...row, step }] : [];
    }),
  );
}

const HOW =
  "are ratios of good responses per CPU-second in duets, with the 95 % interval. Servers that share a letter " +
  "are a proven tie. The ranks above say how certain the order is.";

interface Table {
  readonly lead: string;
  readonly columns: readonly Filled<Row>[];
  readonly notes?: (row: Row) => string[];
}

const latencies = [
  ["Avg", 1, "mean"],
  ["Stdev", 1, "stdev"],
  ["Max", 1, "max"],
  ["50%", 3, "p50"],
  ["75%", 7, "p75"],
  ["90%", 7, "p90"],
  ["99%", 3, "p99"],
  ["99.9%", 6, "p99_9"],
] as const;

const factor = (ratio: number | null) => (ratio === null ? "" : `${ratio.toFixed(2)}x`);

const tables: Readonly<Record<Preset["table"], Table>> = {
  relative: {
    lead:
      `RELATIVE metrics ${HOW} AVG, STDDEV and MAX are requests per second of a server alone, over ` +
      'the rounds of the sweep. ">=" means that the generator reached its limit first.',
    columns: [
      [right("RELATIVE"), (row) => ratioOf(row, ({ ratio }) => formatPercent(ratio), "100 %")],
      [
        left("95 %"),
        (row) => ratioOf(row, ({ lo, hi }) => `[${formatPercent(lo)}, ${formatPercent(hi)}]`),
      ],
      [left("tie", 2), tieOf],
      [left("FRAMEWORK"), ({ server }) => server.theirs],
      [left("measured here", 3), measuredHere],
      ...["AVG", "STDDEV", "MAX"].map((name, i): Filled<Row> => [
        right(name, 1),
        (row) => roundsOf(row)[i] ?? "",
      ]),
      [right("published RELATIVE", 2), ({ publishedRatio }) => formatPercent(publishedRatio)],
      ...["AVG", "STDDEV", "MAX"].map((name, i): Filled<Row> => [
        right(name, 4),
        (row) => formatPublished(row.published?.[i]),
      ]),
    ],
  },
  "speed-factor": {
    lead: `Speed Factors, relative to the slowest, ${HOW} Requests are per second of the server's CPU.`,
    columns: [
      [left("Name"), ({ server, handler }) => `${server.theirs} (${handler})`],
      [left("measured here", 3), measuredHere],
      [left("Version", 4), ({ cell }) => cell?.version ?? ""],
      [right("Speed Factor"), (row) => ratioOf(row, ({ ratio }) => factor(ratio), factor(1))],
      [left("95 %"), (row) => ratioOf(row, formatInterval)],
      [left("tie", 1), tieOf],
      [right("Requests/CPU-s", 4), ({ cell }) => formatCount(cell?.requestsPerCpuSecond)],
      [right("published Speed Factor", 2), ({ publishedRatio }) => factor(publishedRatio)],
      [right("Requests/s", 4), ({ published }) => formatPublished(published?.[0])],
    ],
  },
  connections: {
    lead:
      "Each server alone in a closed loop. Latencies are those under saturation: connections / throughput. " +
      '">=" means that the generator reached its limit first. The duets above and the letters say which server ' +
      "is more efficient.",
    columns: [
      [right("connections"), ({ step }) => String(step?.connections)],
      [left("server"), ({ server }) => server.theirs],
      [left("measured here", 5), measuredHere],
      [left("tie", 2), tieOf],
      [right("Requests/sec"), ({ step }) => (step ? formatThroughput(step) : "")],
      [left("95 %", 4), ({ step }) => (step ? formatThroughputInterval(step) : "")],
      ...latencies.map(([name, priority, key]): Filled<Row> => [
        right(name, priority),
        ({ step }) => formatLatency(step?.latency?.[key]),
      ]),
      [left("Socket errors", 6), ({ step }) => (step ? formatErrors(step.errors) : "")],
    ],
    notes: duetNotes,
  },
};

function ratioOf({ ratio }: Row, draw: (ratio: Ratio) => string, itself = "reference"): string {
  if (ratio === null) return "";
  return ratio === "reference" ? itself : draw(ratio);
}

function tieOf({ cell }: Row): string {
  return cell?.tieGroup.join("") ?? "";
}

function measuredHere({ server, cell }: Row): string {
  if (cell === null) return "not available";
  return cell.status === "ok" ? server.ours : `${server.ours} (${cell.status})`;
}

function duetNotes({ server, efficiency }: Row): string[] {
  if (efficiency === null) return [];
  const ratio = interval(efficiency);
  return [
    `${server.theirs} (${server.ours}) in duets: ${formatRatio(ratio.ratio)} ` +
      `${formatInterval(ratio)} of node-http/node's responses per CPU-second`,
  ];
}

function notesOf({ server, cell }: Row): string[] {
  const notes = server.standsFor === undefined ? [] : [server.standsFor];
  if (cell === null) notes.push(`the target ${server.ours} does not exist here`);
  else if (cell.status !== "ok") notes.push(`${cell.status}: ${cell.reason}`);
  return notes.map((note) => `${server.theirs}: ${note}`);
}

/** Returns mean, standard deviation and maximum over the rounds of a sweep. */
function roundsOf({ step }: Row): string[] {
  const rounds = step?.requestsPerSecond?.rounds ?? [];
  if (!step || rounds.length < 2) return [];
  const mean = rounds.reduce((sum, rate) => sum + rate, 0) / rounds.length;
  const squares = rounds.reduce((sum, rate) => sum + (rate - mean) ** 2, 0);
  const bound = step.lowerBound ? ">= " : "";
  return [
    bound + formatCount(mean),
    formatCount(Math.sqrt(squares / (rounds.length - 1))),
    bound + formatCount(Math.max(...rounds)),
  ];
}
