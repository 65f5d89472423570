import { posix } from "node:path";
import { fileRuntimes } from "@deadheat/journal";

/** A command of package.json, a Procfile or a Dockerfile that needs no shell. */
export interface Script {
  /** The commands that run before the server, each as a line of shell. */
  readonly before: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The program and its arguments. */
  readonly words: readonly string[];
}

/** Matches a bare word, a quoted one, and a word with quotes in it. */
const WORD = /(?:[^\s"'\\]|"[^"\\]*"|'[^']*')+/g;
/** The signs that only a shell understands. */
const SHELL = /[|;<>`\\*?()&!#~]|\$(?!\{?PORT\b)/;
const PORT = /\$\{PORT(?::?-\d*)?\}|\$PORT\b|%PORT%/g;
const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s;

/** Parses a line of shell. Commands before `&&` run first. Returns null if the line needs a shell. */
export function parseScript(line: string): Script | null {
  const parts = line.split("&&").map((part) => part.trim());
  const last = (parts.pop() ?? "").replaceAll(PORT, "{port}");
  if (SHELL.test(last.replaceAll(/"[^"$`\\]*"|'[^']*'/g, ""))) return null;
  if (last.replaceAll(WORD, "").trim() !== "") return null;
  const words = (last.match(WORD) ?? []).map((word) => word.replaceAll(/["']/g, ""));
  const env: Record<string, string> = {};
  for (;;) {
    const [word = ""] = words;
    const [, name, value = ""] = ASSIGNMENT.exec(word) ?? [];
    if (name !== undefined) env[name] = value;
    else if (!/^(?:cross-env|exec|env)$/.test(word)) break;
    words.shift();
  }
  if (words.length === 0) return null;
  // deadheat sets both for every server.
  const { PORT: _, NODE_ENV: mode = "production", ...others } = env;
  return {
    before: parts,
    env: mode === "production" ? others : { ...others, NODE_ENV: mode },
    words,
  };
}

/** Returns the name of the script that a command only runs: `npm run serve`, `pnpm start`; null if it runs no script. */
export function scriptRunBy([program, ...rest]: readonly string[]): string | null {
  const [verb = "", name = ""] = rest.filter(
    (word) => !/^-{1,2}(?:s|silent|production)$/.test(word),
  );
  if (program === "node") return verb === "--run" && rest.length === 2 ? name : null;
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(program ?? "") || rest.length > 2) return null;
  if (verb === "run" || verb === "run-script") return name || null;
  return name === "" && /^[\w:-]+$/.test(verb) ? verb : null;
}

const WATCH = /^(?:--watch(?:=\S*)?|--watch-path=\S+|--hot|--inspect(?:=\S*)?|--no-clear-screen)$/;

const OF_NODEMON = /^(?:--(?:exec|ext|ignore|delay|config)|-[xewidCVq])$/;

/**
 * Returns the words that start a server in production, without the processes that only watch or compile: those of `node`
 * for `nodemon`, `tsx watch` and `bun run --watch`. Fixed ports become `{port}`.
 */
export function direct(words: readonly string[]): readonly string[] {
  const kept = withoutFixedPort(words.filter((word) => !WATCH.test(word)));
  const [program = "", ...rest] = kept;
  const [first = ""] = rest;
  if (program === "npx" || program === "bunx") {
    return rest[0]?.startsWith("-") ? kept : direct(rest);
  }
  if (program === "nodemon" && !rest.some((word) => OF_NODEMON.test(word)))
    return ["node", ...rest];
  if (program === "tsx") {
    const files = first === "watch" ? rest.slice(1) : rest;
    return isSource(files[0] ?? "") ? ["node", "--import", "tsx", ...files] : kept;
  }
  if (program === "bun" && first === "run" && isSource(rest[1] ?? "")) {
    return ["bun", ...rest.slice(1)];
  }
  return kept;
}

/** Replaces the value of `--port` and `-p` by the port that deadheat chooses. */
function withoutFixedPort(words: readonly string[]): string[] {
  return words.map((word, i) => {
    const before = words[i - 1] ?? "";
    if (/^(?:--port|-p)$/.test(before) && /^\d+$/.test(word)) return "{port}";
    return word.replace(/^(--port=|-p=)\d+$/, "$1{port}");
  });
}

function isSource(word: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(word);
}

/** Returns the file that the words start: `src/server.ts` of `node src/server.ts`; null if they start no file. */
export function startedFile([program = "", ...rest]: readonly string[]): string | null {
  if (!fileRuntimes.some((runtime) => runtime === program)) return null;
  const file = rest.find((word) => isSource(word) && !word.startsWith("-"));
  return file === undefined ? null : posix.normalize(file);
}
