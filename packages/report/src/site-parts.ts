// Parts for a site of several pages: trees, drawings, and the data of the report's page.
export {
  type Attributes,
  type Child,
  type Element,
  escapeHtml,
  h,
  toHtml,
} from "./view/parts/element.ts";
export { explainedSentences } from "./content/explained.ts";
export { icon, runtimeName, shapeDefinitions, targetName } from "./view/parts/marks.ts";
export { type Mark, type PlotTable, plotTable } from "./view/parts/plot.ts";
export { scrolled, table } from "./view/parts/table.ts";
export { flagsOf } from "./view/data/flags.ts";
export { verdictOf } from "./view/data/pairs.ts";
export { relativeTo } from "./view/data/ratios.ts";
export { type PageData, pageData } from "./html/page-data.ts";
export { pageParts } from "./html/bundle.ts";
