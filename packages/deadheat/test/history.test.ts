// A history of a small repository, from its tags to its drawing.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  commitAll,
  git,
  repositoryIn,
  scratchOf,
  write,
} from "../../versions/test/revisions-repository.ts";
import { setVariables } from "../../journal/test/scratch.ts";
import { obtainOha } from "../../oha/src/index.ts";
import { history } from "../src/index.ts";
import { readResult, reportFolder } from "../src/folder/report.ts";

const server = (work: string) => `import { createServer } from "node:http";
createServer((request, response) => { ${work} response.end("Hello!"); })
  .listen(Number(process.env.PORT), "127.0.0.1");`;
// The same work for each request: a wait by the clock would cost less CPU time while other tests run.
const slow = "for (let i = 0, x = 1; i < 100_000; i++) x = Math.imul(x, 31) + i;";

test("a history of tags: a step, a version that does not start, and later tags that are appended", async (t) => {
  // The test has a cache of its own, without an oha.
  const { path } = await obtainOha();
  const scratch = scratchOf(t);
  setVariables(t, { OHA_BIN: path });
  const cwd = repositoryIn(join(scratch, "own"), { "server.mjs": server("") });
  git(cwd, "tag", "v1.0.0");
  const release = (tag: string, text: string) => {
    write(cwd, { "server.mjs": text });
    commitAll(cwd, tag);
    git(cwd, "tag", tag);
  };
  release("v1.1.0", "throw new Error('broken release');");
  release("v1.2.0", server(slow));
  const notes: string[] = [];
  const common = {
    cwd,
    app: "server.mjs",
    rounds: 3,
    warmupRequests: 500,
    windowSeconds: 0.3,
    allowConcurrent: true,
    onProgress: (line: string) => notes.push(line),
  };
  const out = join(scratch, "history");
  const first = await history({ ...common, versions: "v1.0.0..v1.2.0", out });
  assert.equal(first.path, join(out, "result.json"));
  assert.deepEqual(readResult(first.path), first.result);
  assert.ok(
    notes.some((line) => /^2 versions against v1\.2\.0\/node, 3 rounds: about \d+/.test(line)),
  );
  const gap =
    'v1.1.0/node is left out: exited with code 1 before it was ready: "Error: broken release". To see more,';
  assert.ok(
    notes.some((line) => line.startsWith(gap)),
    notes.join("\n"),
  );
  assert.deepEqual(
    first.result.cells.map(({ target, status }) => `${target} ${status}`),
    ["v1.0.0/node ok", "v1.1.0/node failed", "v1.2.0/node ok"],
    `${notes.join("\n")}\n${first.result.cells.map(({ reason }) => reason).join("\n")}`,
  );
  const [step] = first.result.history?.steps ?? [];
  assert.equal(step?.verdict, "slower");
  assert.ok((step?.ratio ?? 1) > 2, "CPU time per request, new over base");
  for (const name of ["report.html", "report.md", "history.svg"])
    assert.ok(existsSync(join(out, name)), name);
  assert.match(readFileSync(join(out, "history.svg"), "utf8"), /v1\.2\.0/);
  assert.deepEqual(reportFolder(out, null).files.length, 3);

  const again = await history({ ...common, versions: "v1.0.0..v1.2.0", append: out });
  assert.deepEqual(
    notes.filter((line) => line.startsWith("Measuring every version again")),
    [],
  );
  assert.equal(again.result.run.id, first.result.run.id, "nothing is missing");
  release("v1.3.0", server(""));
  const second = await history({ ...common, versions: "v1.0.0..v1.3.0", append: out });
  assert.equal(second.path, join(out, "result.json"));
  const { cells, history: own } = second.result;
  assert.deepEqual(own?.series, first.result.history?.series, "the reference stays");
  assert.deepEqual(
    own?.steps.map((one) => `${one.base} ${one.new} ${one.verdict} ${one.across}`),
    ["v1.0.0/node v1.2.0/node slower false", "v1.2.0/node v1.3.0/node faster false"],
  );
  const runs = cells.map((cell) => cell.efficiency?.toFloor.rounds.map(({ run }) => run) ?? []);
  assert.deepEqual(new Set(runs.flat()).size, 2);
  assert.deepEqual(readResult(second.path), second.result);
});
