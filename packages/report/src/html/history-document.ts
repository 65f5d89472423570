import { instanceSentences } from "../content/instances.ts";
import { machineSentence } from "../content/sentences.ts";
import { formatDate } from "../format.ts";
import { panelSvg } from "../history/svg.ts";
import { drawingStyle } from "../history/style.ts";
import { versionColumns } from "../history/tables.ts";
import { measuredWords } from "../history/text.ts";
import {
  roundsIn,
  commandsOf,
  labelOf,
  panelSentence,
  panelsOf,
  stepWords,
  type HistoryResult,
  type Panel,
} from "../history/words.ts";
import { html, p, type Child } from "../view/parts/element.ts";
import { scrolled, table } from "../view/parts/table.ts";
import { htmlPage } from "./shell.ts";

/**
 * Returns the page of a history, which loads nothing and has no code. Points and lines of a drawing are links to their rows in
 * the tables below, which have every number and the commands to copy.
 */
export function renderHistoryHtml(result: HistoryResult): string {
  const { run, history, machine, warnings } = result;
  const conditions = [measuredWords(result), machineSentence(result), ...instanceSentences(result)];
  return htmlPage({
    kind: "history",
    title: `versions of ${history.subject}`,
    run: `${machine.cpu}, ${machine.cores} CPUs · ${formatDate(run.startedAt)} UTC · ${roundsIn(result)} rounds`,
    sentences: [`Versions of ${history.subject}`],
    warnings,
    main: panelsOf(result).map((panel) => panelSection(panel, result)),
    conditions: [...conditions, `Run ${run.id}, seed ${run.seed}.`].map((text) => p(text)),
    style: drawingStyle,
  });
}

function panelSection(panel: Panel, result: HistoryResult): Child {
  const { title } = panel;
  return html`<h2>${title}</h2>
    <p class="hint">${panelSentence(panel, result.margin)}</p>
    ${scrolled(`Drawing of ${title}`, panelSvg(panel, result.margin))}
    <h3>Changes</h3>
    ${scrolled(`Changes of ${title}`, stepTable(panel, result))}
    <h3>Versions</h3>
    ${scrolled(`Versions of ${title}`, versionTable(panel))}`;
}

function stepTable(panel: Panel, { history }: HistoryResult): Child {
  const rows = panel.steps.map((step, i) => {
    const rounds = step.rounds?.toLocaleString("en-US");
    const more =
      rounds === undefined ? "" : `; about ${rounds} more rounds of each would settle it`;
    const verdict = `${stepWords(step)}${more}${step.across ? "; across runs" : ""}`;
    const commands = commandsOf(step, panel, history).map((words) => html`<code>${words}</code>`);
    return html`<tr id="${panel.id}-s${i + 1}">
      <th scope="row">${labelOf(panel, step.base)} → ${labelOf(panel, step.new)}</th>
      <td class="${step.verdict}">${verdict}</td>
      <td class="commands">${commands}</td>
    </tr>`;
  });
  return table(["versions", "change", "to look closer"], rows);
}

function versionTable(panel: Panel): Child {
  const columns = versionColumns(panel).slice(0, -1);
  const rows = panel.points.map(
    (point, i) =>
      html`<tr id="${panel.id}-v${i + 1}">
        <th scope="row">${point.label}</th>
        ${columns.slice(1).map(([, of]) => html`<td>${of(point)}</td>`)}
        <td>${point.reason ?? ""}</td>
      </tr>`,
  );
  const head = columns.map(([{ name }]) => (name === "" ? "interval" : name));
  return table([...head, "note"], rows);
}
