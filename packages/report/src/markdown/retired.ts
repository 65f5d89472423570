import type { Result } from "@deadheat/judge";

/** Which frameworks cannot be measured any more, in one sentence; none where none is kin to a cell. */
export function retiredSentences({ retired = [] }: Result): string[] {
  if (retired.length === 0) return [];
  const named = retired.map(({ framework, retired: { kin } }) => `${framework} (like ${kin})`);
  return [`Retired, with what others published of them in report.md: ${named.join(", ")}.`];
}

/** Why they are retired and what others published, as Markdown; nothing in it was measured here. */
export function retiredMarkdown(
  { retired = [] }: Result,
  escape: (text: string) => string,
): string[] {
  if (retired.length === 0) return [];
  const sections = retired.flatMap(({ framework, retired: { reason, kin, published } }) => {
    const name = `**${escape(framework)}**`;
    const why = `${name}: ${escape(reason)}. Nearest living kin: ${escape(kin)}.`;
    if (!published) return [`${why} No figures were found.`];
    const { by, method, source, figures } = published;
    const rows = figures.map(({ server, connections, requestsPerSecond: rate }) =>
      [server, String(connections), ...[rate.mean, rate.stdev, rate.max].map(asPublished)]
        .map(escape)
        .join(" | "),
    );
    return [
      `${why} Published by ${escape(by)} (${escape(method)}), ${escape(source)}:`,
      [
        "| server | connections | req/s | stdev | max |",
        "| --- | --: | --: | --: | --: |",
        ...rows.map((row) => `| ${row} |`),
      ].join("\n"),
    ];
  });
  return ["## Retired: published by others, not measured here", ...sections];
}

/** Every digit that stands there. */
function asPublished(value: number | undefined): string {
  return value?.toLocaleString("en-US", { maximumFractionDigits: 20 }) ?? "";
}
