import { formatCount, formatLatency } from "../format.ts";
import type { PageData } from "./data/page-data.ts";
import { h, type Element } from "./parts/element.ts";
import { namedRow, scrolled, table } from "./parts/table.ts";

type Retired = NonNullable<PageData["retired"]>[number];

/** Returns the frameworks that can no longer be run, with the figures that others published. */
export function retiredSection({ retired = [] }: Pick<PageData, "retired">): Element | null {
  if (retired.length === 0) return null;
  return h(
    "section",
    { class: "missing", "aria-labelledby": "h-retired" },
    h("h2", { id: "h-retired" }, "Retired"),
    retired.map(({ framework, retired: { reason, kin, published } }) => [
      h("h3", {}, framework),
      h("p", { class: "hint" }, `${reason}. The most similar living target is ${kin}.`),
      published ? publishedTable(framework, published) : null,
    ]),
  );
}

function publishedTable(
  framework: string,
  { by, source, method, figures }: NonNullable<Retired["retired"]["published"]>,
): Element {
  const latencies = figures.some(({ latency }) => latency);
  const head = ["server", "connections", "requests per second", ...(latencies ? ["p99"] : [])];
  const rows = figures.map(({ server, connections, requestsPerSecond: { mean }, latency }) => {
    const late = latencies ? [formatLatency(latency?.p99)] : [];
    return namedRow(server, [connections, formatCount(mean), ...late]);
  });
  return h(
    "details",
    { id: `retired-${framework}` },
    h("summary", { id: `retired-${framework}-summary` }, "Figures that others published"),
    h(
      "p",
      { class: "hint" },
      h("b", {}, "Not measured by deadheat, and not comparable with any figure here. "),
      `By ${by}: ${method}. ${source}`,
    ),
    scrolled(`Published figures of ${framework}`, table(head, rows)),
  );
}
