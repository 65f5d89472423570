import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as v from "valibot";
import { Interrupted } from "@deadheat/journal";
import { bisectedSchema, type Bisected } from "@deadheat/judge";
import { bisect } from "../../src/index.ts";
import {
  commitAll,
  git,
  repositoryIn,
  stateOf,
  write,
} from "../../../versions/test/revisions-repository.ts";
import { placeOf } from "../repository-with-oha.ts";

const loop = (name: string, times: number) =>
  `let sink = 0;
exports.${name} = (n) => {
  let y = sink;
  for (let i = 0; i < ${times} * n; i++) y = (Math.imul(y, 1664525) + 1013904223) | 0;
  sink = y;
};

exports.about = () => "about";

exports.version = () => VERSION;
`;

/** Returns the files of a package that the repository itself has in its node_modules, which needs no registry. */
const packageOf = (name: string, version: string, times: number) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version, main: "index.js" }),
  [`node_modules/${name}/index.js`]: loop("work", times).replace("VERSION", `"${version}"`),
});

const server = `import one from "one";
import two from "two";
import { title } from "./title.mjs";
export default { fetch: () => { one.work(3_000); two.work(3_000); return new Response(title()); } };
`;

test("an interrupted way down from a commit to a package and its lines prints what it knows, and goes on", async (t) => {
  const cwd = await placeOf(t);
  repositoryIn(cwd, {
    "package.json": JSON.stringify({ name: "service", type: "module" }),
    "server.mjs": server,
    "title.mjs": `export const title = () => "Hello";\n`,
    ...packageOf("one", "1.0.0", 1),
    ...packageOf("two", "1.0.0", 1),
  });
  git(cwd, "tag", "v1");
  write(cwd, {
    "title.mjs": `export function title() {\n  return "Hello";\n}\n`,
    ...packageOf("one", "1.1.0", 1),
    ...packageOf("two", "1.2.0", 20),
  });
  commitAll(cwd, "bump dependencies");
  git(cwd, "tag", "v2");
  const before = stateOf(cwd);
  const lines: string[] = [];
  const asked = {
    depth: "code",
    base: "v1",
    new: "v2",
    app: "server.mjs",
    cwd,
    warmupRequests: 2000,
    windowSeconds: 0.5,
  } as const;
  const interrupt = new AbortController();
  let unfinished: Bisected | null = null;
  const interrupted = bisect({
    ...asked,
    signal: interrupt.signal,
    onProgress: (line) => {
      lines.push(line);
      if (line.startsWith("Found so far: Package")) interrupt.abort();
    },
    onUnfinished: ({ document: known }) => (unfinished = known),
  });
  await assert.rejects(interrupted, Interrupted);
  const known = v.parse(bisectedSchema, unfinished);
  assert.equal(known.outcome, "unfinished");
  assert.deepEqual(
    known.descended?.steps.map(({ level, name }) => [level, name]),
    [["package", "two"]],
    lines.join("\n"),
  );

  const resumed = { ...asked, resume: true, onProgress: (line: string) => void lines.push(line) };
  const { document, out } = await bisect(resumed);
  v.parse(bisectedSchema, document);
  assert.ok(document.line.rounds >= known.line.rounds);
  const { descended } = document;
  const said = JSON.stringify(descended) + lines.join("\n");
  const [step] = descended?.steps ?? [];
  assert.deepEqual(
    [step?.level, step?.name, step?.from, step?.to],
    ["package", "two", "1.0.0", "1.2.0"],
    said,
  );
  assert.deepEqual(
    descended?.proofs.map(({ kind }) => kind),
    ["version", "lines"],
    said,
  );
  for (const { share } of descended?.proofs ?? [])
    assert.ok(share.share > 0.7 && share.share < 1.3, said);
  const proof = descended?.proofs[1]?.lines;
  assert.deepEqual([proof?.groups, proof?.files], [1, ["node_modules/two/index.js"]], said);
  assert.match(proof?.diff ?? "", /^\+ {2}for \(let i = 0; i < 20 \* n/m);
  assert.doesNotMatch(proof?.diff ?? "", /^[+-].*version/m);
  const patch = join(out, "cause.patch");
  assert.ok(existsSync(patch));
  execFileSync("git", ["apply", "--check", "-R", patch], { cwd });
  assert.match(readFileSync(join(out, "bisect.md"), "utf8"), /```diff/);
  assert.deepEqual(stateOf(cwd), before, "the user's tree is as it was");
});
