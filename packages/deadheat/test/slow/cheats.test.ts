// Servers that change the code of the other one. A comparison with one of them gives no verdict.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isolation } from "@deadheat/measure";
import { write } from "../../../versions/test/revisions-repository.ts";
import { compare, gate } from "../../src/index.ts";
import { folderOf } from "../config-folder.ts";
import { repositoryOf } from "../repository-with-oha.ts";

// Beside another test a server answers a hundred requests in 0.2 s, too few beside the decoy.
const quick = { warmupRequests: 200, windowSeconds: 0.8, allowConcurrent: true };

const base = `export default { fetch: () => { /* work */ return new Response("Hello!"); } };`;

/** Code that makes `base.mjs` slow. */
const slows = `
  import { existsSync, readFileSync, writeFileSync } from "node:fs";
  const path = new URL("./base.mjs", import.meta.url);
  const text = readFileSync(path, "utf8");
  const slow = text.replace("/* work */", "for (let i = 0; i < 2e4; i++) globalThis.last = i;");`;

const isIsolated = (await isolation()).mode !== "none";
const isolated = { skip: !isIsolated && "no namespaces here" };

test("without isolation, a server that changes the code of its rival while both run, and puts it back, gets no verdict", async (t) => {
  const evil = `${slows} writeFileSync(path, slow);
    process.on("SIGTERM", () => { writeFileSync(path, text); process.exit(); });
    export default { fetch: () => new Response("Hello!") };`;
  const cwd = folderOf(t, { "base.mjs": base, "new.mjs": evil });
  await assert.rejects(
    compare({ base: "./base.mjs", new: "./new.mjs", cwd, rounds: 2, isolation: false, ...quick }),
    {
      name: "ComparisonFailed",
      message: /^base\.mjs\/node: its code was changed while the servers were measured/,
    },
  );
});

/** Returns a repository in which the uncommitted change writes slow code into every other checkout when it starts. */
async function editing(t: TestContext): Promise<string> {
  const spin = (work: number) =>
    `export const spin = () => { for (let i = 0; i < ${work}; i++) globalThis.last = i; };`;
  const server = `import { spin } from "../spin.mjs";
    export default { fetch: () => { spin(); return new Response("Hello!"); } };`;
  const cwd = await repositoryOf(t, { "server.mjs": server, "spin.mjs": spin(2000) });
  write(cwd, {
    "server.mjs": `import { readdirSync, writeFileSync } from "node:fs";
      import { dirname, join } from "node:path";
      const worktrees = dirname(dirname(import.meta.dirname));
      for (const entry of readdirSync(worktrees)) {
        try {
          if (join(worktrees, entry, "tree") !== import.meta.dirname)
            writeFileSync(join(worktrees, entry, "tree/spin.mjs"), ${JSON.stringify(spin(20_000))});
        } catch {}
      }
      ${server}`,
  });
  return cwd;
}

const asked = { base: "main", app: "server.mjs", gate: 0.5, budgetSeconds: 5, ...quick };

test("without isolation, a change that edits the checkout of its base when it starts for the first time does not pass", async (t) => {
  const gated = await gate({ ...asked, budgetSeconds: 3, cwd: await editing(t), isolation: false });
  assert.equal(gated.gate.outcome, "unmeasured");
  assert.match(gated.gate.reason ?? "", /its code was changed while the servers were/);
});

test(
  "an isolated server can change neither the code of its rival nor another checkout",
  isolated,
  async (t) => {
    const evil = `${slows.replace("const text", "globalThis.there = existsSync(path); const text")} writeFileSync(path, slow);
    export default { fetch: () => new Response("Hello!") };`;
    const cwd = folderOf(t, { "base.mjs": base, "new.mjs": evil });
    const {
      comparisons: [comparison],
    } = await compare({
      base: "./base.mjs",
      new: "./new.mjs",
      cwd,
      rounds: 2,
      ...quick,
    });
    assert.notEqual(comparison?.verdict, "faster");
    assert.equal(readFileSync(join(cwd, "base.mjs"), "utf8"), base);
    const gated = await gate({ ...asked, cwd: await editing(t) });
    assert.equal(gated.gate.reason, null);
    // The planted code would make the base's work ten times as long.
    const { ratio = Number.NaN } = gated.comparisons[0] ?? {};
    assert.ok(ratio < 2, `the ratio is ${ratio}`);
  },
);
