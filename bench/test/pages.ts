import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../src/targets/project.ts";

// What README and docs show, for the tests that hold it to what there is.

interface Page {
  /** From the repository's root. */
  readonly path: string;
  readonly text: string;
}

/** README and docs. */
export const pages: readonly Page[] = ["README.md", ...globSync("docs/**/*.md", { cwd: root })].map(
  pageAt,
);

export function pageAt(path: string): Page {
  return { path, text: readFileSync(join(root, path), "utf8") };
}

/** The fenced blocks of a language. */
export function blocks(text: string, language: string): string[] {
  const fenced = text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms"));
  return [...fenced].map(([, block = ""]) => block);
}

export const withoutBlocks = (text: string) => text.replaceAll(/^```.*?^```$/gms, "");

/** What a shell makes of a line: its words, without quotes, comments and where its output goes. */
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
  /** Within a sentence. */
  readonly inline: boolean;
}

/** How a command of ours begins. */
const OURS = /^(?:(?:npx -y )?pnpm\S* (?:bench|deadheat|--filter)|npx deadheat) /;

/** Every line of every `sh` block, and of `yaml` ones and between the lines what begins as one of ours. */
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

/** `- npx deadheat ...`, `run: npx deadheat ...` */
function steps(text: string): string[] {
  return blocks(text, "yaml")
    .flatMap((block) => block.split("\n"))
    .map((line) => line.replace(/^\s*(?:- )?(?:run: )?/, ""))
    .filter((line) => OURS.test(line));
}
