// Servers that change the code of the other one. A comparison with one of them gives no verdict.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { compare } from "../src/index.ts";
import { folderOf } from "./config-folder.ts";

const base = `export default { fetch: () => { /* work */ return new Response("Hello!"); } };`;

/** Code that makes `base.mjs` slow. */
const slows = `
  import { existsSync, readFileSync, writeFileSync } from "node:fs";
  const path = new URL("./base.mjs", import.meta.url);
  const text = readFileSync(path, "utf8");
  const slow = text.replace("/* work */", "for (let i = 0; i < 2e4; i++) globalThis.last = i;");`;

function compared(t: TestContext, files: Readonly<Record<string, string>>) {
  const cwd = folderOf(t, { "base.mjs": base, ...files });
  // Beside another test a server answers a hundred requests in 0.2 s, too few beside the decoy.
  const quick = { rounds: 2, warmupRequests: 200, windowSeconds: 0.8, allowConcurrent: true };
  return compare({ base: "./base.mjs", new: "./new.mjs", cwd, ...quick });
}

const changes = {
  "while both run, and puts it back": `writeFileSync(path, slow);
    process.on("SIGTERM", () => { writeFileSync(path, text); process.exit(); });`,
  "when it starts for the first time": `if (text !== slow) writeFileSync(path, slow);`,
};
for (const [when, code] of Object.entries(changes)) {
  test(`a server that changes the code of its rival ${when} gets no verdict`, async (t) => {
    const evil = `${slows} ${code} export default { fetch: () => new Response("Hello!") };`;
    await assert.rejects(compared(t, { "new.mjs": evil }), {
      name: "ComparisonFailed",
      message: /^base\.mjs\/node: its code was changed while the servers were measured/,
    });
  });
}

test("a server that builds its own code at each start is measured", async (t) => {
  const building = `
    import { writeFileSync } from "node:fs";
    writeFileSync(new URL("./built.mjs", import.meta.url), ${JSON.stringify(base)});
    export default (await import("./built.mjs")).default;`;
  const { comparisons } = await compared(t, { "new.mjs": building });
  assert.equal(comparisons.length, 1);
});
