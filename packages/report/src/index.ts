// A result for a terminal, a pull request, a browser and a spreadsheet.
export { renderResult } from "./text/result.ts";
export { renderMarkdown } from "./markdown/result.ts";
export { renderHtml } from "./html/document.ts";
export { renderCsv } from "./formats/csv.ts";

// A comparison or a gate.
export { type ComparedText, renderCompared } from "./text/compared.ts";
export { type ComparedRounds } from "./content/compared.ts";
export { renderComparedJson } from "./content/summary.ts";
export { renderComparedHtml } from "./html/compared-document.ts";
export { renderComparedMarkdown } from "./markdown/compared.ts";

// Two runs side by side.
export { renderChanges } from "./text/changes.ts";

// The metrics of a comparison in words.
export { changeWords, offWords } from "./content/metrics.ts";
export { leftWords } from "./content/growth.ts";

// The reasons of a difference.
export { renderExplained } from "./text/explained.ts";
export { renderExplainedHtml } from "./html/explained-document.ts";
export { renderExplainedMarkdown } from "./markdown/explained.ts";
export { renderPprof } from "./formats/pprof.ts";

// The drawing of a history, as a file of its own.
export { historySvg } from "./history/svg.ts";
// A search for the commit, version or release that made a difference.
export { renderBisected } from "./text/bisected.ts";
export { bisectedSentences } from "./content/bisected.ts";
export { renderBisectedMarkdown } from "./markdown/bisected.ts";
export { renderBisectedHtml } from "./html/bisected-document.ts";

// Every format by name, with its file.
export { type FormatName, formats } from "./formats/formats.ts";

// The programs of a run, in words.
export { toolWords } from "./content/sentences.ts";

// Parts for the caller's own tables.
export { type Column, type Filled, type Section, left, right, tableOf } from "./content/section.ts";
export { formatErrors, formatThroughput, formatThroughputInterval } from "./content/solo.ts";
export { textTable } from "./text/table.ts";
