import { formatCount, formatLatency } from "../format.ts";
import type { PageData, Retired } from "./data/page-data.ts";
import { h, type Element } from "./parts/element.ts";
import { namedRow, scrolled, table } from "./parts/table.ts";

/** Frameworks that cannot be run any more, with others' figures, which are labelled as that. */
export function retiredSection({ retired }: PageData): Element | null {
  if (retired.length === 0) return null;
  return h(
    "section",
    { class: "missing", "aria-labelledby": "h-retired" },
    h("h2", { id: "h-retired" }, "Retired"),
    retired.map(({ framework, reason, kin, published }) => [
      h("h3", {}, framework),
      h("p", { class: "hint" }, `${reason}. Its nearest living kin is ${kin}.`),
      published ? publishedTable(framework, published) : null,
    ]),
  );
}

function publishedTable(framework: string, published: NonNullable<Retired["published"]>): Element {
  const { by, source, method, figures } = published;
  const latencies = figures.some(({ p99 }) => p99 !== null);
  const head = ["server", "connections", "requests per second", ...(latencies ? ["p99"] : [])];
  const rows = figures.map(({ server, connections, rate, p99 }) =>
    namedRow(server, [connections, formatCount(rate), ...(latencies ? [formatLatency(p99)] : [])]),
  );
  return h(
    "details",
    { id: `retired-${framework}` },
    h("summary", { id: `retired-${framework}-summary` }, "What others published of it"),
    h(
      "p",
      { class: "hint" },
      h("b", {}, "Not measured by deadheat, and not comparable with anything here. "),
      `By ${by}: ${method}. ${source}`,
    ),
    scrolled(`Published of ${framework}`, table(head, rows)),
  );
}
