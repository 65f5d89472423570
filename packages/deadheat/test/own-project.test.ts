// Versions of a package that deadheat has no app for: each is measured in a copy of the user's project.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { setVariables } from "../../journal/test/scratch.ts";
import { startRegistry } from "../../versions/test/installs-registry.ts";
import { repositoryIn, scratchOf, write } from "../../versions/test/revisions-repository.ts";
import { sharedWork } from "../src/history/asked.ts";
import { commandApp } from "../src/plan/commands.ts";
import { bothSides } from "./both-sides.ts";

// Puts the package into the server, as a bundler does.
const build = `const { mkdirSync, writeFileSync } = require("node:fs");
  mkdirSync("dist", { recursive: true });
  writeFileSync("dist/server.js", \`require("node:http")
    .createServer((request, response) => response.end("\${require("word")}"))
    .listen(process.env.PORT, "127.0.0.1");\`);`;

test("versions of a dependency are measured in the user's project, as its own files or --command start it", async (t) => {
  const registry = await startRegistry();
  t.after(() => registry.close());
  for (const version of ["1.0.0", "2.0.0"]) {
    const files = { "index.js": `module.exports = "${version}";` };
    await registry.publish({ manifest: { name: "word", version }, files });
  }
  const scratch = scratchOf(t);
  setVariables(t, { npm_config_registry: registry.url });
  const cwd = repositoryIn(join(scratch, "repository"), {
    ".gitignore": "dist\nnode_modules",
    "build.js": build,
    "package.json": JSON.stringify({
      scripts: { build: "node build.js", start: "node dist/server.js" },
      dependencies: { word: "^1.0.0" },
    }),
  });
  const pair = { base: "word@1.0.0", new: "word@2.0.0" };
  const found = await bothSides(cwd, pair);
  assert.deepEqual([found.base, found.new, found.refused], ["1.0.0", "2.0.0", null]);

  const command = { commands: ["node dist/server.js"], setup: "npm run build" };
  const named = await bothSides(cwd, { ...pair, ...command });
  assert.deepEqual([named.base, named.new, named.refused], ["1.0.0", "2.0.0", null]);

  // A history is only continued with the same project.
  const work = () => sharedWork("word@1..2", commandApp("node dist/server.js"), cwd);
  const before = await work();
  write(cwd, { "results/result.json": "{}" });
  assert.equal(await work(), before, "results are no code");
  write(cwd, { "page.js": "// slower" });
  assert.notEqual(await work(), before);

  const same = await bothSides(cwd, { base: "word@1.0.0", new: "word@1" });
  assert.match(same.refused ?? "", /^word@1\.0\.0 and word@1 load the same code/);

  const refused = (options: Parameters<typeof bothSides>[1], message: RegExp, where = cwd) =>
    assert.rejects(bothSides(where, options), { name: "UsageError", message });
  await refused(
    { base: "other@1.0.0", new: "other@2.0.0" },
    /^other@1\.0\.0: deadheat has no app for other on node\. Name your own server .* depends on the package$/,
  );
  await refused({ ...pair, ...command }, /no package\.json here or above/, scratch);
});
