// A result: for a terminal, a pull request, a browser, a spreadsheet.
export { type TableOptions, renderResult } from "./table.ts";
export { renderMarkdown } from "./markdown.ts";
export { renderHtml } from "./html/document.ts";
export { renderCsv } from "./csv.ts";
export { renderPlain } from "./plain.ts";

// The formats of others.
export { renderBencher } from "./bencher.ts";
export { renderGithubAction } from "./github-action.ts";

// A comparison of two, and two runs side by side.
export { renderComparison } from "./comparison.ts";
export { renderChanges, summary } from "./changes-text.ts";
export { renderChangesHtml } from "./html/changes-document.ts";

// All of them by name, with the file that each is written to.
export { type Format, type FormatName, changesFormats, formats } from "./formats.ts";

// What whoever calls may add: tables of their own, in the words of the others.
export { type Section } from "./section.ts";
export { type Column, left, right } from "./text-table.ts";
export { formatErrors, formatThroughput, formatThroughputInterval } from "./solo-sections.ts";
export { machineSentence } from "./summary.ts";
