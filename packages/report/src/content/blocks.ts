import type { Runtime, Warning } from "@deadheat/journal";
import { warningWords } from "../words/warnings.ts";
import type { Note } from "./notes.ts";
import type { Column, Section } from "./section.ts";
import type { Child } from "../view/parts/element.ts";

// A document becomes blocks once. The renderers draw blocks as text, Markdown and HTML, and escape every string in them.

/** The kind of GitHub's alert. */
export type Alert = "NOTE" | "TIP" | "WARNING" | "CAUTION";

export type Format = "text" | "markdown" | "html";

/** The role of a part of a text. A terminal colors it, Markdown and HTML mark it up. */
export type Role =
  | "strong"
  /** Text from outside that is code. */
  | "code"
  /** A word of our own that readers find in a table or a file. */
  | "term"
  | "good"
  | "bad"
  | "even"
  | "open"
  | Runtime;

interface Span {
  readonly text: string;
  readonly as: Role;
}

export type Inline = string | Span | readonly Inline[];

export interface Table {
  readonly kind: "table";
  /** The description that a screen reader says. */
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Inline[])[];
  /** The names of the rows, to which a drawing of a page links. */
  readonly ids?: readonly string[];
  /** For a text: a line below each row, indented to this column; null for none. */
  readonly below?: { readonly column: string; readonly lines: readonly (string | null)[] };
  /** For a text: the table is indented and keeps every column. The text is the heading of the last column but one. */
  readonly tight?: string;
}

export type Block =
  /** The first lines of a document. The first one is the heading of a page. */
  | { readonly kind: "answer"; readonly lines: readonly string[]; readonly alert?: Alert }
  | { readonly kind: "heading"; readonly text: string; readonly level?: 1 | 2 | 3 }
  /** Sentences: a line each in a text, else a paragraph each, or one paragraph if they flow. */
  | {
      readonly kind: "text";
      readonly lines: readonly Inline[];
      readonly flow?: boolean;
      readonly quiet?: boolean;
    }
  | { readonly kind: "warnings"; readonly warnings: readonly Warned[] }
  | { readonly kind: "notes"; readonly notes: readonly (string | Note)[] }
  | Table
  /** Rows without headings, whose columns a text aligns. */
  | {
      readonly kind: "aligned";
      readonly rows: readonly (readonly string[])[];
      readonly hanging?: number;
    }
  /** A command to copy, after what it is for. */
  | { readonly kind: "command"; readonly lead: string; readonly command: string }
  /** Lines of code that differ, as git prints them. */
  | { readonly kind: "diff"; readonly lines: readonly string[] }
  /** A file that has more, in a text alone. Its path stays on one line. */
  | { readonly kind: "file"; readonly lead: string; readonly path: string }
  /** A part that opens at a click on its title. A text has its content alone. */
  | {
      readonly kind: "fold";
      readonly title: string;
      readonly blocks: readonly Block[];
      /** true for how the document came about, the foot of a page. */
      readonly foot?: boolean;
    }
  /** A drawing or a table with drawings, on pages alone. */
  | { readonly kind: "drawing"; readonly draw: () => Child }
  /** An empty line of a text. */
  | { readonly kind: "gap" }
  /** The columns for which a text had no room, in the tables above. */
  | { readonly kind: "left out"; readonly words: (names: readonly string[]) => string }
  | {
      readonly kind: "only";
      readonly formats: readonly Format[];
      readonly blocks: readonly Block[];
    };

interface Warned {
  readonly code?: string;
  readonly message: string;
}

/** Returns a block of warnings. */
export function warnings(all: readonly Warning[], more: readonly string[] = []): Block {
  const said = all.map((one) => ({ code: one.code, message: warningWords(one) }));
  return { kind: "warnings", warnings: [...said, ...more.map((message) => ({ message }))] };
}

export const gap: Block = { kind: "gap" };

export function heading(text: string, level: 1 | 2 | 3 = 2): Block {
  return { kind: "heading", text, level };
}

export function say(...lines: readonly Inline[]): Block {
  return { kind: "text", lines };
}

export function hints(lines: readonly Inline[]): Block {
  return { kind: "text", lines, quiet: true };
}

export function drawing(draw: () => Child): Block {
  return { kind: "drawing", draw };
}

/** Returns blocks that only these formats show: `"text html"`. */
export function only(formats: string, ...blocks: readonly Block[]): Block {
  return { kind: "only", formats: formats.split(" ") as Format[], blocks };
}

/** Returns a section: its title, its explanation, its table and its notes. */
export function sectionBlocks({ title, lead, columns, rows, notes }: Section): Block[] {
  return [
    heading(title),
    hints(lead),
    ...(rows.length === 0 ? [] : [{ kind: "table", label: title, columns, rows } as const]),
    { kind: "notes", notes },
  ];
}

export function strong(text: string): Span {
  return { text, as: "strong" };
}

export function code(text: string): Span {
  return { text, as: "code" };
}

/** Returns a sentence of our own, whose words in backticks are terms. */
export function termsIn(sentence: string): Inline {
  return sentence.split("`").map((text, i) => (i % 2 === 1 ? { text, as: "term" } : text));
}

/** Returns the parts of a text in their order. */
export function spansOf(inline: Inline): readonly (string | Span)[] {
  return isParts(inline) ? inline.flatMap(spansOf) : [inline];
}

export function plain(inline: Inline): string {
  return spansOf(inline)
    .map((part) => (typeof part === "string" ? part : part.text))
    .join("");
}

function isParts(inline: Inline): inline is readonly Inline[] {
  return Array.isArray(inline);
}

/** Returns the blocks that a format shows. */
export function shownIn(format: Format, blocks: readonly Block[]): Exclude<Block, Only>[] {
  return blocks.flatMap((block) =>
    block.kind !== "only"
      ? [block]
      : block.formats.includes(format)
        ? shownIn(format, block.blocks)
        : [],
  );
}

type Only = Extract<Block, { kind: "only" }>;
