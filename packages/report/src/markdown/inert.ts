import { printable } from "../format.ts";

/** Nobody reads more of a name or a message in a comment. */
const LONGEST = 400;

/**
 * Text from outside for a comment on GitHub: on one line, and without a way to be markup, HTML, a cell's end, a mention, a
 * reference, a link, an emoji or a formula. GitHub looks for some of these in what Markdown has become, where a
 * backslash is gone: there a zero-width space keeps them apart
 * (https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls).
 */
export function inert(text: string): string {
  return shortened(text)
    .replace(/[\\`*_{}[\]<>|&~]/g, (character) => `\\${character}`)
    .replaceAll("$", "<span>$</span>")
    .replace(/[@#]|:(?=\/\/|[\w+-]+:)|\bwww(?=\.)|\bGH-(?=\d)/gi, (start) => `${start}&#8203;`);
}

/** The same as code, in which GitHub looks for nothing; not for tables, whose cells a pipe ends even there. */
export function inertCode(text: string): string {
  const shown = shortened(text);
  const fence = "`".repeat(longestRun(shown) + 1);
  return `${fence} ${shown} ${fence}`;
}

/** A block of code, of one line. */
export function inertBlock(text: string, language: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${printable(oneLine(text))}\n${fence}`;
}

function shortened(text: string): string {
  const characters = [...printable(oneLine(text))];
  return characters.length <= LONGEST
    ? characters.join("")
    : `${characters.slice(0, LONGEST - 1).join("")}…`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
