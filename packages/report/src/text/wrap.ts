import { stripVTControlCharacters } from "node:util";

/** The width of a terminal in characters, or null if there is no terminal. */
export type Width = number | null;

/** Returns the number of characters of a text, without escape sequences. */
export function widthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}

/** Before a space; but `± 5 %` and `n = 3` stay together. */
const BREAK = /(?<=[^\s±=])(?= (?![%=]))/;

/**
 * Breaks plain text between words, so that no line is longer than the width; further lines are indented.
 * A word that is longer than a line is cut.
 */
export function wrap(text: string, width: Width, indent = ""): string {
  return width === null
    ? text
    : text
        .split("\n")
        .map((line) => wrapLine(line, width, indent))
        .join("\n");
}

function wrapLine(line: string, width: number, indent: string): string {
  const room = Math.max(1, width - indent.length);
  const words = line.split(BREAK).flatMap((word) => pieces(word, room));
  const lines: string[] = [];
  let current = "";
  for (const word of words) {
    if (current !== "" && widthOf(current + word) > width) {
      lines.push(current);
      current = indent + word.trimStart();
    } else current += word;
  }
  return [...lines, current].join("\n");
}

function pieces(word: string, room: number): string[] {
  const characters = [...word];
  if (characters.length <= room) return [word];
  const count = Math.ceil(characters.length / room);
  return Array.from({ length: count }, (_, i) =>
    characters.slice(i * room, (i + 1) * room).join(""),
  );
}
