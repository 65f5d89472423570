import { printable } from "../format.ts";

/** The length to which names and messages of a comment are cut. */
export const LONGEST = 400;

/**
 * Returns text from outside for Markdown on GitHub, on one line. It cannot become markup, HTML, a cell's end, a mention, a
 * reference, a link, an emoji or a formula. GitHub looks for some of these in the rendered Markdown, where backslashes
 * are gone. A zero-width space keeps them apart there
 * (https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls).
 */
export function inertText(text: string): string {
  return printable(oneLine(text))
    .replace(/[\\`*_{}[\]<>|&~]/g, (character) => `\\${character}`)
    .replaceAll("$", "<span>$</span>")
    .replace(/[@#]|:(?=\/\/|[\w+-]+:)|\bwww(?=\.)|\bGH-(?=\d)/gi, (start) => `${start}&#8203;`);
}

/** Returns text from outside as code, where GitHub looks for nothing. In a table a pipe would still end the cell. */
export function inertCode(text: string): string {
  const shown = shortened(text, LONGEST);
  const fence = "`".repeat(longestRun(shown) + 1);
  return `${fence} ${shown} ${fence}`;
}

/** Returns a code block of one line. */
export function inertBlock(text: string, language: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${printable(oneLine(text))}\n${fence}`;
}

/** Returns a code block of several lines, each cut to the longest. */
export function inertLines(lines: readonly string[], language: string): string {
  const shown = lines.map((line) => [...printable(line)].slice(0, LONGEST).join(""));
  const fence = "`".repeat(Math.max(3, ...shown.map((line) => longestRun(line) + 1)));
  return [`${fence}${language}`, ...shown, fence].join("\n");
}

export function shortened(text: string, longest: number): string {
  const characters = [...printable(oneLine(text))];
  return characters.length <= longest
    ? characters.join("")
    : `${characters.slice(0, longest - 1).join("")}…`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
