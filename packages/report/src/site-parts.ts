// Parts for a site of several pages: trees, drawings, the ranking, and the style and script of the report.
export {
  type Attributes,
  type Child,
  type Element,
  escapeHtml,
  h,
  hint,
  p,
  toHtml,
} from "./view/parts/element.ts";
export { explainedSentences } from "./content/explained.ts";
export { filterForm } from "./view/filter.ts";
export { icon, runtimeKey, runtimeName, shapeDefinitions } from "./view/parts/marks.ts";
export { type PlotTable, plotTable } from "./view/parts/plot.ts";
export { markOf, rankingTable } from "./view/ranking.ts";
export { scrolled, table } from "./view/parts/table.ts";
export { pageParts } from "./html/bundle.ts";
