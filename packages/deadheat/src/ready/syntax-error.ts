import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { attempt, readRegular } from "@deadheat/journal";

/** A place in a file that a runtime could not parse. */
interface Place {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** The forms in which Node, Bun and Deno report an error of syntax. */
const FORMS: readonly ((words: string) => Place | null)[] = [
  (words) => {
    // The lines of the source between the two may themselves look like anything.
    const found = /^(file:\/\/\S+|\/[^\n]*?):(\d+)\n(?:[^\n]*\n){0,12}?(SyntaxError\b[^\n]*)/m.exec(
      words,
    );
    return found && { file: found[1] ?? "", line: Number(found[2]), message: found[3] ?? "" };
  },
  (words) => {
    const found = /^error: ([^\n]+)\n\s+at (\/[^\n]*?):(\d+):\d+/m.exec(words);
    if (found === null || !/^\s*\d+ \| /m.test(words)) return null;
    return { file: found[2] ?? "", line: Number(found[3]), message: `SyntaxError: ${found[1]}` };
  },
  (words) => {
    const found =
      /\bSyntaxError: ([^\n]+)\n(?:[^\n]*\n){0,6}?\s+at (file:\/\/\S+?):(\d+):\d+/.exec(words) ??
      /source code could not be parsed: ([^\n]+?) at (file:\/\/\S+?):(\d+):\d+/.exec(words);
    return (
      found && { file: found[2] ?? "", line: Number(found[3]), message: `SyntaxError: ${found[1]}` }
    );
  },
];

/** The lines shown before and after the one in error. */
const AROUND = 1;
const LARGEST = 5_000_000;
const WIDEST = 120;

/**
 * Returns the file, the line and the message of an error of syntax, with the line and its neighbors; null if the server ended for
 * another reason. Only files in the server's folder are shown: a server can write any path.
 */
export function syntaxErrorIn(words: string, cwd: string): string | null {
  const place = FORMS.map((form) => form(words)).find((one) => one !== null);
  if (!place) return null;
  const file = place.file.startsWith("file:")
    ? attempt(() => fileURLToPath(place.file))
    : place.file;
  const [root, real] = [
    attempt(() => realpathSync(cwd)),
    file && attempt(() => realpathSync(file)),
  ];
  if (!root || !real) return null;
  const path = relative(root, real);
  if (path === "" || path.split(sep)[0] === ".." || isAbsolute(path)) return null;
  const content = attempt(() => readRegular(join(root, path), LARGEST)?.toString("utf8")) ?? null;
  const lines = content?.split(/\r?\n/) ?? [];
  if (place.line < 1 || place.line > lines.length) return null;
  const first = Math.max(1, Math.min(place.line - AROUND, lines.length - 2 * AROUND));
  const shown = lines.slice(first - 1, first + 2 * AROUND).map((line, i) => {
    const number = first + i;
    return `${number === place.line ? ">" : " "} ${String(number).padStart(4)} | ${line.slice(0, WIDEST)}`;
  });
  return [`${path}:${place.line}: ${place.message.slice(0, 300)}`, ...shown].join("\n");
}
