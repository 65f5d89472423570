import {
  drawing,
  gap,
  heading,
  hints,
  only,
  say,
  warnings,
  type Block,
  type Table,
} from "../content/blocks.ts";
import {
  commandsOf,
  isHistory,
  isProven,
  labelOf,
  measuredWords,
  panelSentence,
  panelsOf,
  panelWords,
  roundsIn,
  stepWords,
  type HistoryResult,
  type Panel,
} from "../content/history.ts";
import { instanceSentences } from "../content/instances.ts";
import { tableOf } from "../content/section.ts";
import { machineSentence } from "../content/sentences.ts";
import { versionColumns } from "../content/versions.ts";
import { formatDate } from "../format.ts";
import { drawingStyle } from "../history/style.ts";
import { panelSvg } from "../history/svg.ts";
import { htmlOf } from "../render/html.ts";
import { html, type Child } from "../view/parts/element.ts";
import { scrolled, table } from "../view/parts/table.ts";

export { isHistory };

/** Returns a history: per request the changes and the versions, then commands and caveats. */
export function historyBlocks(result: HistoryResult): Block[] {
  const { run, history } = result;
  const panels = panelsOf(result);
  const warned = warnings(result.warnings);
  const [measured, machine] = [measuredWords(result), machineSentence(result)];
  const subject = `ersions of ${history.subject}`;
  return [
    only("markdown", heading(`deadheat: v${subject}, ${formatDate(run.startedAt)} UTC`, 1)),
    only("html", { kind: "answer", lines: [`V${subject}`] }),
    only("markdown html", warned),
    ...panels.flatMap((panel) => panelBlocks(panel, result)),
    only("text markdown", ...nextCommands(result, panels), say(measured)),
    only("markdown", say(machine)),
    only("text", warned),
    only("html", {
      kind: "fold",
      title: "",
      foot: true,
      blocks: [
        say(measured, machine, ...instanceSentences(result), `Run ${run.id}, seed ${run.seed}.`),
      ],
    }),
  ];
}

/**
 * Returns the page of a history, which loads nothing and has no code. Points and lines of a drawing are links to their rows in
 * the tables below, which have every number and the commands to copy.
 */
export function renderHistoryHtml(result: HistoryResult): string {
  const { run, history, machine } = result;
  const title = `versions of ${history.subject}`;
  const words = `${machine.cpu}, ${machine.cores} CPUs · ${formatDate(run.startedAt)} UTC · ${roundsIn(result)} rounds`;
  const page = { kind: "history", title, run: words, style: drawingStyle } as const;
  return htmlOf(page, historyBlocks(result));
}

function panelBlocks(panel: Panel, result: HistoryResult): Block[] {
  const { title, points } = panel;
  const { answer, changes, rest } = panelWords(panel, result.margin);
  const missing = points.flatMap(({ label, reason }) =>
    reason === null ? [] : [`${label}: ${reason}`],
  );
  const versions: Table = {
    kind: "table",
    label: `Versions of ${title}`,
    ...tableOf(versionColumns(panel), points),
    ids: points.map((_, i) => `${panel.id}-v${i + 1}`),
  };
  return [
    only("markdown html", heading(title), hints([panelSentence(panel, result.margin)])),
    only("text", say(`${title}: ${answer}`), { kind: "aligned", rows: changes }, say(...rest), gap),
    drawing(() => scrolled(`Drawing of ${title}`, panelSvg(panel, result.margin))),
    only(
      "html",
      heading("Changes", 3),
      drawing(() => scrolled(`Changes of ${title}`, stepTable(panel, result))),
      heading("Versions", 3),
    ),
    versions,
    { kind: "notes", notes: missing },
    gap,
  ];
}

/** Returns the commands that look into the largest change. */
function nextCommands({ history }: HistoryResult, panels: readonly Panel[]): Block[] {
  const [largest] = panels
    .flatMap((panel) => panel.steps.filter(isProven).map((step) => ({ panel, step })))
    .toSorted((a, b) => Math.abs(Math.log(b.step.ratio)) - Math.abs(Math.log(a.step.ratio)));
  if (largest === undefined) return [];
  const [, explain = "", bisect = ""] = commandsOf(largest.step, largest.panel, history);
  return [
    { kind: "command", lead: "To see which functions changed:", command: explain },
    { kind: "command", lead: "To find what changed between them:", command: bisect },
  ];
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
