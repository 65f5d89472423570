import { commitAll, git, repositoryIn, write } from "../../versions/test/revisions-repository.ts";

/** The shortest rounds. They show a step of half of the cost, and nothing smaller. */
export const quick = { warmupRequests: 1000, windowSeconds: 0.5, depth: "commit" } as const;

/** A made-up repository: which commit makes its server how much dearer, and which commits break it. */
export interface MadeUp {
  readonly commits: number;
  /** The number of the commit, and the share that its server costs more than before. */
  readonly steps: Readonly<Record<number, number>>;
  readonly broken: readonly number[];
  /** The number of the commit that moves the app. */
  readonly moved?: number;
  /** The numbers of commits that come in by a merge. */
  readonly merged?: readonly number[];
  /** The rounds of the hash in each answer, of half a microsecond. */
  readonly rounds: number;
}

const server = (work: string, rounds: number) =>
  `import { work } from "${work}";\nexport default { fetch: () => { work(${rounds}); return new Response("Hello!"); } };\n`;

// Native code costs the same from the first call on: no compiler that warms up on a busy machine spreads the ratios.
const hash = `import { pbkdf2Sync } from "node:crypto";
export const work = (rounds) => pbkdf2Sync("", "", rounds, 32, "sha256");
`;

/**
 * Makes the repository, with the tags v1 and v2 at its ends. Every third commit touches a file that the server loads, and
 * the others its docs.
 * @returns the ids of its commits by their numbers; the first is number 0
 */
export function madeUp(folder: string, truth: MadeUp): string[] {
  const { commits, steps, broken, moved, merged = [] } = truth;
  let { rounds } = truth;
  let app = "server.mjs";
  const write1 = (files: Record<string, string>) => write(folder, files);
  repositoryIn(folder, { "work.mjs": hash, [app]: server("./work.mjs", rounds) });
  git(folder, "tag", "v1");
  const ids = [git(folder, "rev-parse", "HEAD")];
  for (let i = 1; i <= commits; i++) {
    const step = steps[i];
    if (merged.includes(i)) git(folder, "checkout", "--quiet", "-b", `branch-${i}`);
    if (step !== undefined) rounds = Math.round(rounds * (1 + step));
    if (i === moved) {
      git(folder, "mv", app, "app.mjs");
      app = "app.mjs";
    }
    const isBroken = broken.includes(i);
    write1({ [app]: isBroken ? "does not parse(" : server("./work.mjs", rounds) });
    if (i % 3 === 0) write1({ "work.mjs": `${hash}// ${i}\n` });
    write1({ "docs/notes.md": `note ${i}\n` });
    ids.push(commitAll(folder, `commit ${i}`));
    if (!merged.includes(i)) continue;
    git(folder, "checkout", "--quiet", "main");
    git(folder, "merge", "--quiet", "--no-ff", "--message", `merge ${i}`, `branch-${i}`);
  }
  git(folder, "tag", "v2");
  return ids;
}
