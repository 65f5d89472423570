import { styleText } from "node:util";
import { eachRuntime, runtimeFacts } from "@deadheat/journal";
import { asSentence, printable } from "../format.ts";
import {
  plain,
  shownIn,
  spansOf,
  type Block,
  type Inline,
  type Role,
  type Table,
} from "../content/blocks.ts";
import { noteWords, type Note } from "../content/notes.ts";
import { alignedLines, textTable } from "./text-table.ts";
import { fill, widthOf, wrap, type Width } from "./wrap.ts";

interface TextOptions {
  /** The width in characters; null for as wide as the tables need. */
  readonly width: Width;
  readonly color?: boolean;
  /** The indent of a sentence's further lines. */
  readonly indent?: string;
  /** Keeps words that are longer than a line, such as a path. */
  readonly wholeWords?: boolean;
  /** The mark in front of a warning. */
  readonly warning?: string;
}

type Style = Parameters<typeof styleText>[0];
const styles: Readonly<Partial<Record<Role, Style>>> = {
  strong: "bold",
  good: "green",
  bad: "red",
  even: "yellow",
  open: "dim",
  ...eachRuntime((runtime) => runtimeFacts[runtime].look.terminal),
};

/** Returns blocks for a terminal or a log. All text from outside is printable, and every line fits the width. */
export function textOf(blocks: readonly Block[], options: TextOptions): string {
  const { width, color = false, indent = "", wholeWords = false, warning = "! " } = options;
  const leftOut = new Set<string>();
  const paint = (style: Style | undefined, text: string) =>
    color && style ? styleText(style, text, { validateStream: false }) : text;
  const fit = (text: string, hanging = indent) =>
    wholeWords && width !== null
      ? fill(printable(text), width, hanging)
      : wrap(printable(text), width, hanging);
  const inline = (of: Inline) =>
    spansOf(of)
      .map((part) =>
        typeof part === "string" ? printable(part) : paint(styles[part.as], printable(part.text)),
      )
      .join("");

  const tableLines = ({ columns, rows, below, tight }: Table): readonly string[] => {
    const cells = rows.map((row) =>
      row.map((cell, i) =>
        columns[i]?.path && width !== null
          ? shortPlace(inline(cell), width - BEFORE_PLACE)
          : inline(cell),
      ),
    );
    if (tight !== undefined) return tightLines(columns, cells, tight, width);
    const table = textTable(columns, cells, width);
    for (const name of table.leftOut) leftOut.add(name);
    const [head = "", ...lines] = table.lines;
    const start = " ".repeat(below ? head.indexOf(below.column) + 2 : 0);
    return [
      head,
      ...lines.flatMap((line, i) => {
        const more = below?.lines[i];
        return more ? [line, wrap(printable(start + more), width, `${start}  `)] : [line];
      }),
    ];
  };

  const noteLine = (note: string | Note): string => {
    if (typeof note === "string") return wrap(`  ${printable(note)}`, width, "    ");
    const [mark, style] = marks[note.kind];
    const line = `  ${mark} ${note.targets.join(", ")}: ${noteWords(note)}`;
    return paint(style, wrap(printable(line), width, "    "));
  };

  const linesOf = (block: Exclude<Block, { kind: "only" }>): readonly string[] => {
    switch (block.kind) {
      case "answer":
        return block.lines.map((line) => paint("bold", fit(line)));
      case "heading":
        return [paint(block.level === 3 ? undefined : "bold", fit(block.text))];
      case "text":
        return block.lines.map((line) => {
          const [only] = spansOf(line);
          const style = typeof only === "object" ? styles[only.as] : undefined;
          return paint(style, fit(plain(line)));
        });
      case "warnings":
        return block.warnings.map(({ message }) =>
          paint("red", fit(`${warning}${asSentence(message)}`)),
        );
      case "notes":
        return block.notes.map(noteLine);
      case "table":
        return tableLines(block);
      case "aligned": {
        const hanging = " ".repeat(block.hanging ?? 4);
        return alignedLines(block.rows).map((line) => fit(`  ${line}`, hanging));
      }
      case "command":
        // The command stays on one line, to be copied.
        return [block.lead, `  ${printable(block.command)}`];
      case "diff":
        return block.lines.map((line) => `  ${printable(line)}`.trimEnd());
      case "file":
        return [`${block.lead}: ${printable(block.path)}`];
      case "fold":
        return shownIn("text", block.blocks).flatMap(linesOf);
      case "left out": {
        const names = [...leftOut];
        const words = block.words(names);
        return words === "" ? [] : [fit(words)];
      }
      case "gap":
        return [""];
      case "drawing":
        return [];
    }
  };
  return [...shownIn("text", blocks).flatMap(linesOf), ""].join("\n");
}

/** The columns in front of a function's place take about so many characters. */
const BEFORE_PLACE = 56;

/** Leaves out the folders of a path that is too long: the name of its file says more. */
function shortPlace(words: string, most: number): string {
  return words.length <= most
    ? words
    : words.replace(/(^| )((?:node|ext):)?(?:[^/ ]+\/){2,}(?=[^/]+$)/, "$1$2…/");
}

const marks = {
  warning: ["!", "yellow"],
  unsupported: ["-", "dim"],
  "library of record": ["-", "dim"],
  failed: ["✖", "red"],
  limited: ["✖", "red"],
} as const satisfies Record<Note["kind"], readonly [string, Style]>;

/**
 * Draws a table that is indented. Where it does not fit, the gaps become smaller; in a narrow terminal each row becomes two
 * lines.
 */
function tightLines(
  columns: Table["columns"],
  rows: readonly (readonly string[])[],
  heading: string,
  width: Width,
): readonly string[] {
  for (const space of ["  ", " "]) {
    // The verdict has no heading, so that of the interval may be wider than the interval.
    const headed = columns.map((column, i) => (i > 0 && i < 4 ? column : { ...column, name: "" }));
    const [head, ...lines] = textTable(headed, rows, null, space).lines;
    const indented = [`${head}${space}${heading}`, ...lines].map((line) => `  ${line}`);
    if (width === null || indented.every((line) => widthOf(line) <= width)) return indented;
  }
  const changes = rows.map((row) => `    ${row.slice(3).filter(Boolean).join(" ")}`);
  const fits = changes.every((line) => width === null || widthOf(line) <= width);
  return [
    wrap(`  base and new, then the change with its ${heading}`, width, "  "),
    ...rows.flatMap((row, i) => [
      `  ${row.slice(0, 3).join("  ")}`,
      fits ? (changes[i] ?? "") : `  ${changes[i]?.trimStart() ?? ""}`,
    ]),
  ];
}
