import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { obtainOha } from "@deadheat/oha";
import { scratchOf } from "../../../versions/test/revisions-repository.ts";
import { setVariables } from "../../../journal/test/scratch.ts";
import { bisect } from "../../src/index.ts";
import { madeUp } from "../bisect-repository.ts";

/** The shortest rounds. They show a step of half of the cost, and nothing smaller. */
const quick = { warmupRequests: 1000, windowSeconds: 0.5 };

test("bisect looks into the branch of the merge that made the server faster", async (t) => {
  const { path } = await obtainOha();
  const cwd = join(scratchOf(t), "repository");
  setVariables(t, { OHA_BIN: path });
  const ids = madeUp(cwd, {
    commits: 6,
    steps: { 3: -0.8 },
    broken: [],
    merged: [3],
    rounds: 400,
  });
  const { document } = await bisect({ base: "v1..v2", app: "server.mjs", cwd, ...quick });
  const [change] = document.changes;
  assert.deepEqual([change?.candidate.id, change?.merge?.subject], [ids[3], "merge 3"]);
  assert.ok((change?.measured.hi ?? 2) < 1, JSON.stringify(change?.measured));
});
