import type { Result } from "@deadheat/judge";
import { formatDate } from "../format.ts";
import { h, toHtml, type Element } from "../view/parts/element.ts";
import { HEIGHT, panelDrawing, WIDTH } from "./panel.ts";
import { drawingStyle, themes } from "./style.ts";
import {
  isHistory,
  panelSentence,
  panelsOf,
  type HistoryResult,
  type Panel,
} from "../content/history.ts";

const FOOT = 30;

/**
 * Returns the drawing of a history as a separate file, for a README or a site. It is light or dark as the reader's system is,
 * has no code and no links, and loads nothing.
 * @throws RangeError if the result's order is not `versions`
 */
export function historySvg(result: Result): string {
  if (!isHistory(result)) {
    throw new RangeError("historySvg: the order of the result is not versions");
  }
  const panels = panelsOf(result);
  const height = panels.length * HEIGHT + FOOT;
  // For readers who do not see the drawing.
  const words = panels.map((panel) => `${panel.title}: ${panelSentence(panel, result.margin)}`);
  const drawn = h(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${WIDTH} ${height}`,
      width: WIDTH,
      height,
      role: "img",
      "aria-label": `Versions of ${result.history.subject}. ${words.join(" ")}`,
    },
    h("rect", { width: WIDTH, height, class: "paper" }),
    panels.map((panel, i) =>
      h("g", { transform: `translate(0 ${i * HEIGHT})` }, panelDrawing(panel, false)),
    ),
    h("text", { x: 12, y: height - 12, class: "unit" }, footWords(result)),
  );
  const style = `<style>${themes}${drawingStyle}</style>`;
  return `${toHtml(drawn).replace(">", `>${style}`)}\n`;
}

/** Draws one panel for a page, whose style sheet has `drawingStyle`. Its points and steps are links. */
export function panelSvg(panel: Panel, margin: number): Element {
  return h(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: "history",
      "aria-label": `${panel.title}: ${panelSentence(panel, margin)}`,
    },
    panelDrawing(panel, true),
  );
}

function footWords({ run, machine, history }: HistoryResult): string {
  const runs = history.betweenRuns === undefined ? "" : ", several runs";
  return `95 % intervals. deadheat, ${formatDate(run.startedAt).slice(0, 10)}, ${machine.cpu}${runs}.`;
}
