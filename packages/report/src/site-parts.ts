// Parts for a site of several pages: trees, drawings, the ranking, and the style and script of the report.
export { type Child, type Element, h, html, toHtml } from "./view/parts/element.ts";
export { conditionSentences } from "./content/conditions.ts";
export { requestCosts } from "./content/ranking.ts";
export { knownSentences } from "./content/sentences.ts";
export { explainedSentences } from "./content/explained-sentences.ts";
export { isProven } from "./content/history.ts";
export { documentOf } from "./render/page.ts";
export { filterForm } from "./view/filter.ts";
export { icon, runtimeKey, runtimeName } from "./view/parts/marks.ts";
export { type Mark, plotTable, ratios } from "./view/parts/plot.ts";
export { markOf, rankingTable } from "./view/ranking.ts";
export { namedRow, scrolled, table } from "./view/parts/table.ts";
export { pageParts } from "#pages";
