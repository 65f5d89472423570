import { formatCount, formatCpu, formatInterval, formatPercent, formatRatio } from "../format.ts";
import type { Cell, CostStep, Interval, PageData } from "./data/page-data.ts";
import { h, type Element } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { namedRow, scrolled, table } from "./parts/table.ts";

const HEAD = [
  "target",
  "CPU/request",
  "to floor",
  "95 %",
  "to node:http",
  "95 %",
  "idle, CPU/s",
  "blocks",
];

interface Row {
  readonly cell: Cell;
  readonly step: CostStep;
}

/** What a request costs at each rate, of these cells of a scenario; null where that was not measured. */
export function fixedRates(cells: readonly Cell[], { floors }: PageData): Element | null {
  const measured = cells.filter(({ cost }) => cost !== null);
  const most = Math.max(0, ...measured.map(({ cost }) => cost?.steps.length ?? 0));
  if (most === 0) return null;
  const tables = Array.from({ length: most }, (_, place) => {
    const rows = measured.flatMap((cell) => {
      const step = cell.cost?.steps[place];
      return step ? [{ cell, step }] : [];
    });
    const ordered = rows.toSorted((a, b) => mainOf(b) - mainOf(a));
    const title = titleOf(ordered.map(({ step }) => step));
    const lines = ordered.map(({ cell, step }) =>
      rowOf(cell, step, cell.target === floors[cell.runtime]),
    );
    return [h("h3", {}, title), scrolled(title, table(HEAD, lines))];
  });
  return h(
    "section",
    { class: "rates" },
    h("h2", {}, "What a request costs far from saturation"),
    h(
      "p",
      { class: "hint" },
      "Two servers on the same CPU are asked at the same rate at the same moment. Ratios are of answers per second of the " +
        "server's own CPU; higher is better. The standing cost, CPU time per second without a request, is in a request's too.",
    ),
    tables,
  );
}

function titleOf(steps: readonly CostStep[]): string {
  const [first] = steps;
  if (!first) return "";
  if (first.fraction !== null)
    return `${formatPercent(first.fraction)} of what the runtime's floor answers alone`;
  const rate = steps.find((step) => step.rate !== null)?.rate ?? null;
  return `${rate === null ? "?" : formatCount(rate)} requests/s`;
}

/** What they are sorted by; a server against itself is 1, however that came out. */
function mainOf({ cell, step: { toNodeHttp, toReference } }: Row): number {
  if (cell.cost?.reference === cell.target) return 1;
  return (toNodeHttp ?? toReference)?.ratio ?? 0;
}

function rowOf(cell: Cell, step: CostStep, isFloor: boolean): Element {
  const name = targetName(cell.target, cell.framework, cell.runtime);
  const [ratio, interval] = isFloor ? ["floor", ""] : textsOf(step.toReference);
  const n = step.n === 0 ? "" : String(step.n);
  const idle = formatCpu(cell.cost?.idle);
  return namedRow(name, [
    formatCpu(step.each),
    ratio,
    interval,
    ...textsOf(step.toNodeHttp),
    idle,
    n,
  ]);
}

function textsOf(ratio: Interval | null): readonly [string, string] {
  return ratio === null ? ["", ""] : [formatRatio(ratio.ratio), formatInterval(ratio)];
}
