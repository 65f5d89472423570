import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { HistoryCommit, Published } from "@deadheat/versions";
import { bisect, type BisectOptions } from "../src/index.ts";
import type { Candidate, CandidateLine } from "../src/search/candidate.ts";
import { withoutIrrelevant } from "../src/bisect/line/commits.ts";
import { between, minors, upgrades } from "../src/bisect/line/releases.ts";
import {
  commitAll,
  git,
  repositoryIn,
  scratchOf,
  write,
} from "../../versions/test/revisions-repository.ts";

const releases = (name: string, versions: Readonly<Record<string, string | null>>) => ({
  name,
  versions: Object.entries(versions).map(([version, releasedAt]) => ({ version, releasedAt })),
  tags: {},
});
const names = (some: readonly Published[]) => some.map(({ version }) => version);

test("versions of a package: stable ones in semver order, without late releases of older branches", () => {
  const all = releases("koa", {
    "2.16.0": "2025-04-01",
    "2.16.1": "2025-04-02",
    "2.16.4": "2026-02-01",
    "3.0.0-alpha.1": "2025-01-01",
    "3.0.0": "2025-05-01",
    "3.0.1": "2025-06-01",
    "3.1.0": null,
    "3.2.0": "2026-03-01",
    "3.3.0": "2026-04-01",
  });
  const both = between(all, "2.16.0", "3.2.0");
  assert.deepEqual(names(upgrades(both)), ["2.16.0", "2.16.1", "3.0.0", "3.0.1", "3.1.0", "3.2.0"]);
  const refused = (from: string, to: string) => () => between(all, from, to);
  assert.throws(refused("3.2.0", "2.16.0"), /3\.2\.0 comes after 2\.16\.0\. Write the older/);
  assert.throws(refused("3.2.0", "3.2.0"), /nothing between them/);
  assert.throws(refused("3.2.0", "9.9.9"), /The registry has no koa@9\.9\.9/);
});

test("releases of a runtime: the last one of each minor version, and both ends", () => {
  const all = releases("node", {
    "20.1.0": null,
    "20.9.0": null,
    "22.0.0": null,
    "22.0.1": null,
    "22.1.0": null,
    "24.0.0": null,
    "24.0.1-rc.1": null,
    "24.3.0": null,
    "24.3.1": null,
  });
  assert.deepEqual(names(minors(between(all, "20.9.0", "24.3.1"))), [
    "20.9.0",
    "22.0.1",
    "22.1.0",
    "24.0.0",
    "24.3.1",
  ]);
});

const commit = (id: string): HistoryCommit => ({
  id,
  parents: [],
  author: "Somebody",
  date: "2026-01-01T00:00:00Z",
  subject: id,
  changed: [],
  moves: [],
});
const candidate = (id: string, fork = false): Candidate => ({
  id,
  name: id,
  spec: { text: id, label: id, what: { kind: "revision", revision: id }, runtime: null },
  commit: fork ? null : commit(id),
  app: null,
  date: null,
});

test("commits that change nothing leave the line; an end then stands for the last commit that does", () => {
  const line: CandidateLine = {
    kind: "commits",
    candidates: [
      candidate("docs-b"),
      candidate("b"),
      candidate("fork", true),
      candidate("docs"),
      candidate("n"),
      candidate("docs-n"),
    ],
    fork: 2,
    left: 0,
  };
  const kept = withoutIrrelevant(
    line,
    () =>
      ({ id }) =>
        !id.startsWith("docs"),
  );
  assert.deepEqual(
    kept.candidates.map(({ id, commit: cause }) => [id, cause?.id ?? null]),
    [
      ["docs-b", "b"],
      ["fork", null],
      ["docs-n", "n"],
    ],
  );
  assert.deepEqual([kept.fork, kept.left], [1, 3]);
});

async function refusedIn(
  t: TestContext,
  options: (cwd: string) => BisectOptions,
  pattern: RegExp,
): Promise<void> {
  const cwd = repositoryIn(join(scratchOf(t), "repository"), { "server.mjs": "export default {}" });
  git(cwd, "tag", "v1");
  write(cwd, { "server.mjs": "export default { a: 1 }" });
  commitAll(cwd, "second");
  git(cwd, "checkout", "--quiet", "--orphan", "apart");
  commitAll(cwd, "apart");
  git(cwd, "checkout", "--quiet", "main");
  await assert.rejects(bisect(options(cwd)), (error: Error) => {
    assert.match(error.message, pattern);
    assert.ok(!error.message.includes("\n"), error.message);
    return true;
  });
}

for (const [what, own, pattern] of [
  ["an unknown commit", { base: "git:v9", new: "HEAD" }, /git knows no commit v9/],
  [
    "the same commit twice",
    { base: "HEAD", new: "main" },
    /same commit, so there is nothing between/,
  ],
  ["the wrong way round", { base: "HEAD", new: "v1" }, /Write the older commit first: v1 HEAD/],
  ["no common history", { base: "v1", new: "apart" }, /no commit in common/],
  [
    "a missing file",
    { base: "v1", new: "HEAD", app: "gone.mjs" },
    /Neither v1 nor the working tree has gone\.mjs/,
  ],
  ["no app", { base: "v1", new: "HEAD", app: undefined }, /No server was found in /],
  ["different kinds", { base: "v1", new: "npm:koa@3" }, /of different kinds|differ in kind/],
  ["different packages", { base: "npm:koa@3", new: "npm:hono@4" }, /different packages/],
  [
    "two things that differ",
    { base: "v1/node@20", new: "HEAD/node@22" },
    /also run on different runtime versions/,
  ],
  [
    "two requests",
    { base: "v1", new: "HEAD", requests: ["GET /", "GET /a"] },
    /A search follows one request/,
  ],
  [
    "a threshold beyond 1",
    { base: "v1", new: "HEAD", threshold: 5 },
    /must be a share between 0 and 1/,
  ],
] as const) {
  test(`${what} is refused in one line, before anything is installed`, (t) =>
    refusedIn(
      t,
      (cwd) => ({ app: "server.mjs", cwd, ...(own as object) }) as BisectOptions,
      pattern,
    ));
}

test("a shallow clone is refused with how to get its history", async (t) => {
  const scratch = scratchOf(t);
  const origin = repositoryIn(join(scratch, "origin"), { "server.mjs": "export default {}" });
  git(origin, "tag", "v1");
  write(origin, { "server.mjs": "export default { a: 1 }" });
  commitAll(origin, "second");
  git(scratch, "clone", "--quiet", "--depth=1", `file://${origin}`, "clone");
  const cwd = join(scratch, "clone");
  await assert.rejects(
    bisect({ base: "git:v1", new: "HEAD", app: "server.mjs", cwd }),
    /git fetch --unshallow/,
  );
});

test("--resume without an unfinished search is refused", async (t) => {
  const cwd = repositoryIn(join(scratchOf(t), "repository"), { "server.mjs": "export default {}" });
  git(cwd, "tag", "v1");
  write(cwd, { "server.mjs": "export default { a: 1 }" });
  commitAll(cwd, "second");
  const asked = { base: "v1", new: "HEAD", app: "server.mjs", cwd, resume: true };
  await assert.rejects(bisect(asked), /no unfinished search with these arguments/);
});
