// Later tags are appended to a history, whose reference stays.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { history } from "../../src/index.ts";
import { readResult } from "../../src/folder/report.ts";
import { common, released, server, slow } from "../history-repository.ts";

test("later tags are appended, with their neighbors measured again, and the reference stays", async (t) => {
  const { cwd, out, release } = await released(t, { "v1.0.0": server(""), "v1.2.0": server(slow) });
  const options = { ...common, cwd };
  const first = await history({ ...options, versions: "v1.0.0..v1.2.0", out });
  release("v1.3.0", server(""));
  const second = await history({ ...options, versions: "v1.0.0..v1.3.0", append: out });
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
