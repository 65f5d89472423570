import type { Result } from "@deadheat/judge";
import { left, right } from "../content/section.ts";
import { formatPublished } from "../format.ts";
import { escapeMarkdown as escape, markdownTable } from "./table.ts";

const columns = [
  left("server"),
  ...["connections", "req/s", "stdev", "max"].map((name) => right(name)),
];

/** Returns the reasons why frameworks are retired, and the figures that others published of them. */
export function retiredMarkdown({ retired = [] }: Result): string[] {
  if (retired.length === 0) return [];
  const sections = retired.flatMap(({ framework, retired: { reason, kin, published } }) => {
    const name = `**${escape(framework)}**`;
    const why = `${name}: ${escape(reason)}. The most similar living target: ${escape(kin)}.`;
    if (!published) return [`${why} No figures were found.`];
    const { by, method, source, figures } = published;
    const rows = figures.map(({ server, connections, requestsPerSecond: rate }) =>
      [server, String(connections), ...[rate.mean, rate.stdev, rate.max].map(formatPublished)].map(
        escape,
      ),
    );
    return [
      `${why} Published by ${escape(by)} (${escape(method)}), ${escape(source)}:`,
      markdownTable(columns, rows),
    ];
  });
  return ["## Retired: published by others, not measured here", ...sections];
}
