import type { Result } from "@deadheat/judge";
import type { Section } from "../content/section.ts";
import { isHistory, renderHistoryHtml } from "../documents/history.ts";
import { renderHtml, renderMarkdown } from "../documents/result.ts";
import { historySvg } from "../history/svg.ts";
import { renderBencher } from "./bencher.ts";
import { renderCsv } from "./csv.ts";
import { renderGithubAction } from "./github-action.ts";

interface Format {
  /** The file's name in the run's folder. */
  readonly file: string;
  readonly render: (result: Result, sections: readonly Section[]) => string;
}

/** The formats of `report DIR --format`. */
export const formats = {
  html: {
    file: "report.html",
    render: (result) => (isHistory(result) ? renderHistoryHtml(result) : renderHtml(result)),
  },
  md: {
    file: "report.md",
    render: renderMarkdown,
  },
  svg: { file: "history.svg", render: historySvg },
  csv: { file: "report.csv", render: renderCsv },
  json: { file: "report.json", render: renderPlain },
  bmf: { file: "report.bmf.json", render: renderBencher },
  gab: { file: "report.gab.json", render: renderGithubAction },
} as const satisfies Readonly<Record<string, Format>>;
export type FormatName = keyof typeof formats;

/** Returns the result without its raw rounds, at a tenth of the size. */
function renderPlain(result: Result): string {
  const withoutRounds = (key: string, value: unknown) =>
    key === "rounds" && Array.isArray(value) ? undefined : value;
  return `${JSON.stringify(result, withoutRounds, 1)}\n`;
}
