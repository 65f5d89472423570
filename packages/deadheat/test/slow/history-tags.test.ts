// A history of a small repository, from its tags to its drawing. slow/history.test.ts appends later tags.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { history } from "../../src/index.ts";
import { readResult, reportFolder } from "../../src/folder/report.ts";
import { common, released, server, slow } from "../history-repository.ts";

test("a history of tags: a step, a version that does not start, and nothing to append", async (t) => {
  const { cwd, out } = await released(t, {
    "v1.0.0": server(""),
    "v1.1.0": "throw new Error('broken release');",
    "v1.2.0": server(slow),
  });
  const notes: string[] = [];
  const options = { ...common, cwd, onProgress: (line: string) => void notes.push(line) };
  const first = await history({ ...options, versions: "v1.0.0..v1.2.0", out });
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

  const again = await history({ ...options, versions: "v1.0.0..v1.2.0", append: out });
  assert.deepEqual(
    notes.filter((line) => line.startsWith("Measuring every version again")),
    [],
  );
  assert.equal(again.result.run.id, first.result.run.id, "nothing is missing");
});
