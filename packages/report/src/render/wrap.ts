import { stripVTControlCharacters } from "node:util";

/** The width of a terminal in characters, or null if there is no terminal. */
export type Width = number | null;

/** Returns the number of characters of a text, without escape sequences. */
export function widthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}

/** Matches before a space; but `± 5 %`, `n = 3`, `[0.98, 1.02]` and `(GET /)` stay together. */
const BREAK = /(?<=[^\s±=])(?<!\[[\d.,% ]*)(?<!\([A-Z]+)(?= (?![%=]))/;

/**
 * Breaks plain text between words, so that no line is longer than the width; further lines are indented.
 * A word that is longer than a line is cut.
 */
export function wrap(text: string, width: Width, indent = ""): string {
  return width === null ? text : broken(text, width, indent, true);
}

/** Breaks sentences between words. A word that is longer than a line stays whole, so that a path can be copied. */
export function fill(text: string, width: number, indent = "  "): string {
  return broken(text, width, indent, false);
}

function broken(text: string, width: number, indent: string, cut: boolean): string {
  const room = Math.max(1, width - indent.length);
  const lines = text.split("\n").flatMap((line) => {
    const words = line.split(BREAK).flatMap((word) => (cut ? pieces(word, room) : [word]));
    const parts: string[] = [];
    let current = "";
    for (const word of words) {
      if (current !== "" && widthOf(current + word) > width) {
        parts.push(current);
        current = indent + word.trimStart();
      } else current += word;
    }
    return [...parts, current];
  });
  return lines.join("\n");
}

function pieces(word: string, room: number): string[] {
  const characters = [...word];
  if (characters.length <= room) return [word];
  const count = Math.ceil(characters.length / room);
  return Array.from({ length: count }, (_, i) =>
    characters.slice(i * room, (i + 1) * room).join(""),
  );
}
