import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../src/targets/project.ts";

// Reads README and docs, for tests that check them.

interface Page {
  /** The path relative to the repository's root. */
  readonly path: string;
  readonly text: string;
}

/** The README, the pages of docs, and those that moved to what they describe. */
export const pages: readonly Page[] = [
  "README.md",
  ...globSync("docs/**/*.md", { cwd: root }),
  "site/README.md",
  "bench/test/faults/README.md",
  "results/published/history/README.md",
].map(pageAt);

export function pageAt(path: string): Page {
  return { path, text: readFileSync(join(root, path), "utf8") };
}

/** Returns the fenced blocks of a language. */
export function blocks(text: string, language: string): string[] {
  const fenced = text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms"));
  return [...fenced].map(([, block = ""]) => block);
}

export const withoutBlocks = (text: string) => text.replaceAll(/^```.*?^```$/gms, "");

/** Splits a line into words as a shell does, without quotes, comments and redirections. */
export function wordsOf(line: string): string[] {
  const command = line.replace(/(^|\s)#.*$/, "").replace(/\s>\s*\S+\s*$/, "");
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? "",
  );
}

export interface Shown {
  readonly page: string;
  readonly line: string;
  readonly words: string[];
  /** true if the command is part of a sentence. */
  readonly inline: boolean;
}

/** The start of our commands. */
const OURS = /^(?:(?:npx -y )?pnpm\S* (?:bench|deadheat|--filter)|npx deadheat) /;

/** Every line of `sh` blocks, and our commands in `yaml` blocks and sentences. */
export const shown: Shown[] = pages.flatMap(shownOn);

export function shownOn({ path, text }: Page): Shown[] {
  const lines = [...blocks(text, "sh").flatMap((block) => block.split("\n")), ...steps(text)];
  const inSentences = [...withoutBlocks(text).matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) => {
    const line = code.replaceAll(/\s+/g, " ");
    return OURS.test(line) ? [line] : [];
  });
  return [...lines, ...inSentences].flatMap((line, i) => {
    const words = wordsOf(line);
    return words.length === 0 ? [] : [{ page: path, line, words, inline: i >= lines.length }];
  });
}

/** Returns the commands in YAML: `- npx deadheat ...`, `run: npx deadheat ...`. */
function steps(text: string): string[] {
  return blocks(text, "yaml")
    .flatMap((block) => block.split("\n"))
    .map((line) => line.replace(/^\s*(?:- )?(?:run: )?/, ""))
    .filter((line) => OURS.test(line));
}
