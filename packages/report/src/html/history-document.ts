import { instanceSentences } from "../content/instances.ts";
import { machineSentence } from "../content/sentences.ts";
import { formatDate } from "../format.ts";
import { panelSvg } from "../history/svg.ts";
import { drawingStyle } from "../history/style.ts";
import { versionColumns } from "../history/tables.ts";
import { measuredWords } from "../history/text.ts";
import {
  blocksIn,
  commandsOf,
  labelOf,
  panelSentence,
  panelsOf,
  stepInterval,
  stepWords,
  type HistoryResult,
  type Panel,
} from "../history/words.ts";
import {
  alert,
  type Child,
  code,
  type Element,
  h,
  h1,
  h2,
  h3,
  hint,
  p,
  rowHead,
  td,
} from "../view/parts/element.ts";
import { scrolled, table } from "../view/parts/table.ts";
import { htmlPage } from "./shell.ts";

/**
 * Returns history.html, a file that loads nothing and has no code. A point or step of a drawing is a link to its row in the
 * tables below, which hold every figure and the commands to copy.
 */
export function renderHistoryHtml(result: HistoryResult): string {
  const { run, history, machine, warnings } = result;
  const conditions = [measuredWords(result), machineSentence(result), ...instanceSentences(result)];
  return htmlPage({
    kind: "history",
    title: `versions of ${history.subject}`,
    run: `${machine.cpu}, ${machine.cores} CPUs · ${formatDate(run.startedAt)} UTC · ${blocksIn(result)} races`,
    main: [
      h1(`Versions of ${history.subject}`),
      warnings.map(({ message }) => alert(message)),
      panelsOf(result).map((panel, i) => panelSection(panel, i, result)),
    ],
    conditions: [...conditions, `Run ${run.id}, seed ${run.seed}.`].map((text) => p(text)),
    style: drawingStyle,
  });
}

function panelSection(panel: Panel, i: number, result: HistoryResult): Element {
  return h(
    "section",
    { class: "panel" },
    h2(panel.title),
    hint(panelSentence(panel, result.margin)),
    scrolled(`Drawing of ${panel.title}`, panelSvg(result, i)),
    h3("Steps"),
    scrolled(`Steps of ${panel.title}`, stepTable(panel, result)),
    h3("Versions"),
    scrolled(`Versions of ${panel.title}`, versionTable(panel)),
  );
}

function stepTable(panel: Panel, result: HistoryResult): Child {
  const rows = panel.steps.map((step, i) => {
    const [compare, explain, bisect] = commandsOf(step, panel, result.history);
    const more =
      step.blocks === null
        ? ""
        : `; about ${step.blocks} more ${step.blocks === 1 ? "block" : "blocks"} of each would decide it`;
    return h(
      "tr",
      { id: `${panel.id}-s${i + 1}` },
      rowHead(`${labelOf(panel, step.base)} → ${labelOf(panel, step.new)}`),
      h(
        "td",
        { class: step.verdict },
        `${stepWords(step)} ${stepInterval(step)}${more}${step.across ? "; across runs" : ""}`,
      ),
      h(
        "td",
        { class: "commands" },
        [compare, explain, bisect].map((command) => code(command)),
      ),
    );
  });
  return table(["step", "what is proven", "to look closer"], rows);
}

function versionTable(panel: Panel): Child {
  const columns = versionColumns(panel).slice(0, -1);
  const rows = panel.points.map((point, i) =>
    h(
      "tr",
      { id: `${panel.id}-v${i + 1}` },
      rowHead(point.label),
      columns.slice(1).map(([, of]) => td(of(point))),
      td(point.cell?.reason ?? ""),
    ),
  );
  const head = columns.map(([{ name }]) => (name === "" ? "interval" : name));
  return table([...head, "note"], rows);
}
