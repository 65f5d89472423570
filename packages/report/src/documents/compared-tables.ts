import type { Compared, Comparison } from "@deadheat/judge";
import type { Block, Inline } from "../content/blocks.ts";
import { caveatsOf } from "../content/caveats.ts";
import { growthRows } from "../content/growth.ts";
import { runtimeWords } from "../content/limits.ts";
import type { MetricRow } from "../content/metric-row.ts";
import { metricRows } from "../content/metrics.ts";
import { isMany, requestRows } from "../content/requests.ts";
import type { Limited } from "../content/outcome.ts";
import { left, right, tableOf, type Filled } from "../content/section.ts";
import { formatShare, present } from "../format.ts";

/** Returns a row for each limit, without the columns in which all rows are equal. */
export function limitRows(limited: readonly Limited[]): Block {
  const places: readonly ((limited: Limited) => string)[] = [
    ({ one }) => one.app ?? "",
    ({ one }) => one.scenario,
    ({ one }) => runtimeWords(one),
    ({ label }) => label,
  ];
  const differs = (of: (limited: Limited) => string) => new Set(limited.map(of)).size > 1;
  const limit = [(one: Limited) => `(limit ${one.limit})`].filter(differs);
  const columns = [
    ({ outcome }: Limited) => (outcome === "passed" ? outcome : outcome.toUpperCase()),
    ...places.filter(differs),
    ({ words }: Limited) => words,
    ...limit,
  ];
  return { kind: "aligned", rows: limited.map((one) => columns.map((of) => of(one))) };
}

/** A metric of a comparison. The names of the comparison appear in its first row alone. */
interface Row {
  readonly one: Comparison;
  readonly row: MetricRow;
  readonly first: boolean;
}

const roles = {
  faster: "good",
  less: "good",
  slower: "bad",
  more: "bad",
  same: "even",
  undecided: "open",
} as const;

const own = { own: true, unbroken: true };
type Cell = Filled<Pick<Row, "row">, Inline>;
const columns: readonly [Cell, Cell, Cell, Cell, Cell] = [
  [{ ...left("metric"), ...own }, ({ row }) => row.label],
  [{ ...right("base"), ...own }, ({ row }) => row.base],
  [{ ...right("new"), ...own }, ({ row }) => row.new],
  [{ ...right("change"), ...own }, ({ row }) => row.change],
  [{ ...left("interval"), ...own }, ({ row }) => row.interval],
];
const verdict: Cell = [
  { ...left("verdict"), ...own },
  ({ row: { verdict: word, verdictText: text } }) => ({ text, as: roles[word] }),
];

function rowsOf(one: Comparison): Row[] {
  return [...metricRows(one), ...growthRows(one)].map((row, i) => ({ one, row, first: i === 0 }));
}

/** Returns the table of the metrics of a comparison in a text. */
export function metricsInText(one: Comparison): Block[] {
  const rows = rowsOf(one);
  const [only, ...others] = new Set(one.metrics.map(({ confidence }) => formatShare(confidence)));
  const tight = others.length === 0 && only !== undefined ? `${only} interval` : "interval";
  if (rows.length === 0) return [];
  return [{ kind: "table", label: "Metrics", tight, ...tableOf([...columns, verdict], rows) }];
}

/** Returns the CPU time of each of many requests. */
export function requestsTable(document: Compared, isVerdict = true, most = Infinity): Block {
  const all = requestRows(document).slice(0, most);
  const limited = all.some(({ limit }) => limit !== "");
  const [request, base, next, change, interval] = columns;
  const rows = all.map((row) => ({ row }));
  const table = tableOf(
    present<Filled<Pick<Row, "row">, Inline>>([
      [{ ...left("request"), ...own, own: false }, request[1]],
      base,
      next,
      change,
      interval,
      // A narrow text has no room for both.
      isVerdict && [
        { ...verdict[0], priority: limited ? 1 : 0 },
        ({ row: { verdict: word } }) => ({ text: word, as: roles[word] }),
      ],
      limited && [{ ...left("limit"), ...own }, ({ row }) => row.limit],
    ]),
    rows,
  );
  return { kind: "table", label: "CPU per request", ...table };
}

/** The largest number of rows that people read in a comment, and of caveats. */
const MOST_ROWS = 50;
const MOST_CAVEATS = 10;

/** Returns the table of all metrics. If nothing could be measured, the rows have no verdicts. */
export function metricsInComment(document: Compared): Block[] {
  const { comparisons, gate } = document;
  if (comparisons.length === 0) return [];
  if (isMany(document)) {
    const more = comparisons.length - MOST_ROWS;
    const lines = present([
      "CPU per request. Above 0 the new server needs more.",
      more > 0 && `${more} more rows are in the artifact.`,
    ]);
    const table = requestsTable(document, gate?.outcome !== "unmeasured", MOST_ROWS);
    return [table, { kind: "text", flow: true, lines }];
  }
  const all = comparisons.flatMap(rowsOf);
  const named =
    (of: (one: Comparison) => string) =>
    ({ one, first }: Row) =>
      first ? of(one) : "";
  const table = tableOf(
    present<Filled<Row, Inline>>([
      comparisons.some((one) => one.app !== null) && [
        left("server"),
        named(({ app }) => app ?? ""),
      ],
      [left("request"), named(({ scenario }) => scenario)],
      [{ ...left("runtime"), unbroken: true }, named(runtimeWords)],
      ...columns,
      gate?.outcome !== "unmeasured" && verdict,
      all.some(({ row }) => row.limit !== "") && [
        { ...left("limit"), ...own },
        ({ row }) => row.limit,
      ],
    ]),
    all.slice(0, MOST_ROWS),
  );
  const more = all.length - table.rows.length;
  const caveats = new Set(comparisons.flatMap((one) => caveatsOf(one, comparisons.length)));
  const lines = present([
    "Above 0 the new server needs more.",
    ...[...caveats].slice(0, MOST_CAVEATS),
    more > 0 && `${more} more rows are in the artifact.`,
  ]);
  return [
    { kind: "table", label: "Metrics", ...table },
    { kind: "text", flow: true, lines },
  ];
}
