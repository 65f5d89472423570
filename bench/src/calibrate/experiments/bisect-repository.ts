import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wholeEnvironment } from "@deadheat/journal";

/** A repository of which the truth is known. */
export interface KnownHistory {
  readonly commits: number;
  /** The commits that change the cost of an answer, by the share of the whole answer. */
  readonly steps: readonly (readonly [commit: number, share: number])[];
  /** The commits whose server does not start. */
  readonly broken: readonly number[];
  /** The commit that moves the server's file. */
  readonly moved: number;
  /** The commits that come in by a merge. */
  readonly merged: readonly number[];
}

/** The rounds of the loop in an answer, about 0.1 ms: the cost of HTTP beside it is a fifth. */
const STEPS = 1000;
const WITH_HTTP = 1.2;

/** Returns a loop of a known cost. A step is a function of its own, which is compiled because it is called often. */
const work = (steps: number, note: number) => `const steps = ${steps};
const sink = new Int32Array(1);
function step(x) { let y = x; for (let i = 0; i < 100; i++) y = (Math.imul(y, 1664525) + 1013904223) | 0; return y; }
export function work() { let x = sink[0]; for (let i = 0; i < steps; i++) x = step(x); sink[0] = x; }
// ${note}
`;
const SERVER = `import { work } from "./work.mjs";
export default { fetch: () => { work(); return new Response("Hello World!"); } };
`;

/**
 * Makes the repository, with the tags v1 and v2 at its ends. One commit of three touches code, the others docs.
 * @returns the ids of the commits by their numbers
 */
export function makeHistory(folder: string, truth: KnownHistory): readonly string[] {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Nobody", "-c", "user.email=nobody@localhost", ...args], {
      cwd: folder,
      env: { ...wholeEnvironment(), GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  mkdirSync(join(folder, "docs"), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const commit = (message: string): string => {
    git("add", "--all");
    git("commit", "--quiet", "--message", message);
    return git("rev-parse", "HEAD");
  };
  git("init", "--quiet", "--initial-branch=main");
  let app = "server.mjs";
  let cost = 1;
  const stepsOf = () => Math.round(STEPS * (1 + WITH_HTTP * (cost - 1)));
  const writeWork = (note: number) => write("work.mjs", work(stepsOf(), note));
  write(app, SERVER);
  writeWork(0);
  const ids = [commit("the server")];
  git("tag", "v1");
  for (let i = 1; i <= truth.commits; i++) {
    const merged = truth.merged.includes(i);
    if (merged) git("checkout", "--quiet", "-b", `branch-${i}`);
    const share = truth.steps.find(([at]) => at === i)?.[1];
    cost *= 1 + (share ?? 0);
    if (i === truth.moved) {
      git("mv", app, "app.mjs");
      app = "app.mjs";
    }
    write(app, truth.broken.includes(i) ? "does not parse(" : SERVER);
    if (share !== undefined || i % 3 === 0) writeWork(i);
    write(join("docs", "notes.md"), `note ${i}\n`);
    ids.push(commit(`commit ${i}`));
    if (!merged) continue;
    git("checkout", "--quiet", "main");
    git("merge", "--quiet", "--no-ff", "--message", `merge ${i}`, `branch-${i}`);
  }
  git("tag", "v2");
  return ids;
}
