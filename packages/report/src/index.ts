// A result for a terminal, a pull request, a browser and a spreadsheet.
export { renderHtml, renderMarkdown, renderResult } from "./documents/result.ts";
export { renderCsv } from "./formats/csv.ts";

// A comparison or a gate.
export {
  type ComparedText,
  renderCompared,
  renderComparedHtml,
  renderComparedMarkdown,
} from "./documents/compared.ts";
export { renderComparedCsv } from "./formats/compared-csv.ts";
export { renderJunit } from "./formats/junit.ts";
export { renderBenchstat } from "./formats/benchstat.ts";
export { type ComparedRounds } from "./content/compared.ts";
export { renderComparedJson } from "./content/summary.ts";

// Two runs side by side.
export { renderChanges } from "./documents/changes.ts";

// The metrics of a comparison in words.
export { changeWords, offWords } from "./content/metrics.ts";
export { touchedWords } from "./content/touched.ts";
export { bytesWords, leftWords } from "./content/growth.ts";

// The reasons of a difference.
export {
  renderExplained,
  renderExplainedHtml,
  renderExplainedMarkdown,
} from "./documents/explained.ts";
export { renderPprof } from "./formats/pprof.ts";

// The drawing of a history, as a file of its own.
export { historySvg } from "./history/svg.ts";
// A search for the commit, version or release that made a difference.
export {
  renderBisected,
  renderBisectedHtml,
  renderBisectedMarkdown,
} from "./documents/bisected.ts";
export { bisectedSentences } from "./content/bisected.ts";
export { descendedSentences } from "./content/descended.ts";

// Every format by name, with its file.
export { type FormatName, formats } from "./formats/formats.ts";

// The programs of a run, in words.
export { toolWords } from "./content/sentences.ts";

// Parts for the caller's own tables.
export { type Column, type Filled, type Section, left, right, tableOf } from "./content/section.ts";
export { formatErrors, formatThroughput, formatThroughputInterval } from "./content/solo.ts";
export { textTable } from "./render/text-table.ts";
