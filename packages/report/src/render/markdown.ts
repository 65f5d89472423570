import { asSentence } from "../format.ts";
import { shownIn, spansOf, type Block, type Inline, type Table } from "../content/blocks.ts";
import { inertBlock, inertCode, inertLines, inertText, shortened } from "./inert.ts";

/** The largest number of warnings that people read in a comment. */
const MOST_WARNINGS = 10;

/**
 * Returns blocks as Markdown for GitHub, in which text of the document is only ever text.
 * @param longest the length to which each text is cut; null for whole texts
 */
export function markdownOf(blocks: readonly Block[], longest: number | null = null): string {
  const inert = (text: string) => inertText(longest === null ? text : shortened(text, longest));
  const inline = (of: Inline): string =>
    spansOf(of)
      .map((part) => {
        if (typeof part === "string") return ends(part, inert(part));
        if (["strong", "good", "bad"].includes(part.as)) return `**${inert(part.text)}**`;
        if (part.as === "code") return inertCode(part.text);
        return part.as === "term" ? `\`${part.text}\`` : ends(part.text, inert(part.text));
      })
      .join("");
  const tableText = ({ columns, rows }: Table): string =>
    [
      // A column's number sign is at no word, so that it refers to nothing.
      columns.map(({ name }) => (name === "#" ? name : inert(name))),
      columns.map(({ align }) => (align === "right" ? "--:" : "---")),
      ...rows.map((row) =>
        row.map((cell, i) => {
          const { own, unbroken } = columns[i]!;
          const text = own && typeof cell === "string" ? cell : inline(cell);
          return unbroken ? text.replaceAll(" ", "&nbsp;") : text;
        }),
      ),
    ]
      .map((texts) => `| ${texts.join(" | ")} |`)
      .join("\n");

  const paragraphsOf = (block: Exclude<Block, { kind: "only" }>): readonly string[] => {
    switch (block.kind) {
      case "answer": {
        const [first, ...details] = block.lines.map(inert);
        const more = details.map((line) => `\\\n> ${line}`).join("");
        return block.alert === undefined
          ? block.lines.map(inert)
          : [`> [!${block.alert}]\n> **${first}**${more}`];
      }
      case "heading":
        return [`${"#".repeat(block.level ?? 2)} ${inert(block.text)}`];
      case "text": {
        const lines = block.lines.map(inline);
        return block.flow && lines.length > 0 ? [lines.join(" ")] : lines;
      }
      case "warnings":
        return block.warnings
          .slice(0, longest === null ? undefined : MOST_WARNINGS)
          .map(({ message }) => `> **Warning:** ${inert(asSentence(message))}`);
      case "notes":
        return block.notes.length === 0
          ? []
          : [
              block.notes
                .map((note) => {
                  if (typeof note === "string") return `- ${inert(note)}`;
                  const { kind, targets, text } = note;
                  const of = inert(targets.join(", "));
                  return `- ${kind === "warning" ? of : `**${of}: ${kind}**`}: ${inert(text)}`;
                })
                .join("\n"),
            ];
      case "table":
        return [tableText(block)];
      case "aligned":
        return block.rows.map((row) => inert(row.join(" ")));
      case "command":
        return [block.lead, inertBlock(block.command, "sh")];
      case "diff":
        return [inertLines(block.lines, "diff")];
      case "fold":
        return [
          `<details>\n<summary>${inert(block.title)}</summary>`,
          ...shownIn("markdown", block.blocks).flatMap(paragraphsOf),
          "</details>",
        ];
      default:
        return [];
    }
  };
  return [...shownIn("markdown", blocks).flatMap(paragraphsOf), ""].join("\n\n");
}

/** Keeps the spaces at the ends of a part of a sentence. */
function ends(text: string, inert: string): string {
  return `${/^\s/.test(text) ? " " : ""}${inert}${/\S\s+$/.test(text) ? " " : ""}`;
}
