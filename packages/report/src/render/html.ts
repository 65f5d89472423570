import { asSentence } from "../format.ts";
import { plain, shownIn, spansOf, type Block, type Inline } from "../content/blocks.ts";
import { noteWords } from "../content/notes.ts";
import { folded, h, hint, html, p, type Child } from "../view/parts/element.ts";
import { namedRow, scrolled, table } from "../view/parts/table.ts";
import { htmlPage, type Page } from "./page.ts";

type Shown = Exclude<Block, { kind: "only" }>;

/** Returns a document as a file that loads nothing. Its foot says how it was measured. */
export function htmlOf(page: Omit<Page, "main" | "conditions">, blocks: readonly Block[]): string {
  const shown = shownIn("html", blocks);
  const isFoot = (block: Shown) => block.kind === "fold" && block.foot === true;
  const foot = shown.flatMap((block) => (block.kind === "fold" && block.foot ? block.blocks : []));
  return htmlPage({
    ...page,
    main: shown.filter((block) => !isFoot(block)).map(childOf),
    conditions: blocksView(foot),
  });
}

export function blocksView(blocks: readonly Block[]): Child {
  return shownIn("html", blocks).map(childOf);
}

function childOf(block: Shown): Child {
  switch (block.kind) {
    case "answer": {
      const [first = "", ...others] = block.lines;
      return [h("h1", {}, first), others.map((line) => p(line))];
    }
    case "heading":
      return h(`h${block.level ?? 2}`, {}, block.text);
    case "text": {
      const paragraph = block.quiet ? hint : p;
      if (block.flow) return paragraph(block.lines.map((line, i) => [i > 0 && " ", inline(line)]));
      return block.lines.map((line) => paragraph(inline(line)));
    }
    case "warnings":
      return alerts(block.warnings);
    case "notes":
      return block.notes.map((note) =>
        typeof note === "string"
          ? hint(note)
          : hint(h("b", {}, note.targets.join(", ")), `: ${noteWords(note)}`),
      );
    case "table": {
      const head = block.columns.map(({ name, spoken = name }) => spoken);
      const rows = block.rows.map(([first = "", ...texts], i) => {
        const { tag, attributes, children } = namedRow(plain(first), texts.map(plain));
        return h(tag, { ...attributes, id: block.ids?.[i] }, ...children);
      });
      return scrolled(block.label, table(head, rows));
    }
    case "aligned":
      return block.rows.map((row) => p(row.join(" ")));
    case "command":
      return [p(block.lead), html`<pre tabindex="0"><code>${block.command}</code></pre>`];
    case "diff":
      return html`<pre tabindex="0" class="diff"><code>${block.lines.map(diffLine)}</code></pre>`;
    case "fold":
      return folded(block.title, blocksView(block.blocks));
    case "drawing":
      return block.draw();
    default:
      return null;
  }
}

function diffLine(line: string): Child {
  const [tag] = line.startsWith("+") ? ["ins"] : line.startsWith("-") ? ["del"] : ["span"];
  return h(tag as string, {}, `${line}\n`);
}

function inline(of: Inline): Child {
  return spansOf(of).map((part) => {
    if (typeof part === "string") return part;
    const tag = { strong: "b", code: "code" }[part.as as string];
    return tag === undefined ? part.text : h(tag, {}, part.text);
  });
}

type Warnings = Extract<Block, { kind: "warnings" }>["warnings"];

/** Returns the first warning of each kind, and all others folded. */
function alerts(warnings: Warnings): Child {
  const isFirst = ({ code }: Warnings[number], i: number) =>
    code === undefined || warnings.findIndex((one) => one.code === code) === i;
  const first = warnings.filter(isFirst);
  const more = warnings.filter((one) => !first.includes(one));
  const shown = (some: Warnings) =>
    some.map(
      ({ message }) =>
        html`<div class="alert">
          <p><b>Careful: </b>${asSentence(message)}</p>
        </div>`,
    );
  return [shown(first), more.length > 0 && folded(`${more.length} more warnings`, shown(more))];
}
