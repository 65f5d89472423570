import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test, type TestContext } from "node:test";
import { startRegistry, type Registry } from "../../versions/test/installs-registry.ts";
import { workflowsOf } from "../src/init/workflow.ts";
import { bundleComment } from "../src/github/bundle.ts";
import { folderOf } from "./config-folder.ts";
import { runAction, runWorkflow, type Ran } from "./github-runner.ts";

// Runs the real npm, with a registry on loopback that has a stand-in for deadheat.

const VERSION = "1.2.3";
let registry: Registry;
before(async () => {
  registry = await startRegistry();
  await registry.publish({
    manifest: { name: "deadheat", version: VERSION, bin: { deadheat: "dist/main.js" } },
    files: {
      "dist/main.js":
        "#!/usr/bin/env node\nconsole.log(`ours: ${process.argv.slice(2).join(' ')}`);",
      "dist/comment.mjs": await bundleComment(),
    },
  });
  // The same version with another module, as whoever holds the account could publish it.
  await registry.publish({
    manifest: { name: "deadheat", version: "1.2.4" },
    files: { "dist/comment.mjs": "console.log(`theirs: ${process.env.GITHUB_TOKEN}`);" },
  });
});
after(() => registry.close());

/** Makes a checkout whose pull request replaces the command and the registry, and a home with the runner's settings. */
async function hostile(t: TestContext) {
  const asked: string[] = [];
  const theirs = createServer(({ url = "" }, response) => {
    asked.push(url);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => theirs.listen(0, "127.0.0.1", resolve));
  t.after(() => theirs.close());
  const { port } = theirs.address() as AddressInfo;
  const program = "#!/usr/bin/env node\nconsole.log('theirs');";
  const manifest = { name: "deadheat", version: VERSION, bin: { deadheat: "main.js" } };
  const workspace = folderOf(t, {
    ".npmrc": `registry=http://127.0.0.1:${port}/\n`,
    "package.json": JSON.stringify({ dependencies: { deadheat: VERSION } }),
    "node_modules/.bin/deadheat": program,
    "node_modules/deadheat/package.json": JSON.stringify(manifest),
    "node_modules/deadheat/main.js": program,
  });
  chmodSync(join(workspace, "node_modules/.bin/deadheat"), 0o755);
  const home = folderOf(t, { ".npmrc": `registry=${registry.url}/\n` });
  return { workspace, home, asked };
}

test("a pull request that has a deadheat and an .npmrc of its own does not replace the action's", async (t) => {
  const { workspace, home, asked } = await hostile(t);
  const job = { workspace, folder: folderOf(t, {}), event: {}, env: { HOME: home } };
  const ran = await runAction("action.yml", { ...job, inputs: { version: VERSION } });
  assert.match(ran.log, /^ours: github check$/m);
  assert.doesNotMatch(ran.log, /theirs/);
  assert.equal(ran.code, 3, "a deadheat that says nothing has passed nothing");
  assert.deepEqual(asked, []);
  const wrong = await runAction("action.yml", { ...job, inputs: { version: "file:." } });
  assert.deepEqual([wrong.code, /file:\. is no version/.test(wrong.log)], [3, true]);
});

/** Runs the job of a written workflow. */
async function runJob(
  name: string,
  version: string,
  { workspace, home }: { workspace: string; home: string },
): Promise<Ran> {
  const workflows = await workflowsOf(version, home, home);
  const file = join(home, name);
  writeFileSync(file, workflows.find(({ path }) => path.endsWith(name))?.text ?? "");
  const job = { workspace, folder: home, event: {}, token: "the token", env: { HOME: home } };
  return runWorkflow(file, job);
}

test("such a pull request does not replace the deadheat of the written workflow either", async (t) => {
  const { workspace, home, asked } = await hostile(t);
  const { log } = await runJob("deadheat.yml", VERSION, { workspace, home });
  assert.match(log, /^ours: github check$/m);
  assert.doesNotMatch(log, /theirs/);
  assert.deepEqual(asked, []);
});

test("the written workflow of the comment runs one file, and only with the hash of its version", async (t) => {
  const home = folderOf(t, { ".npmrc": `registry=${registry.url}/\n` });
  const workspace = folderOf(t, {});
  registry.tarballs.splice(0);
  const own = await runJob("deadheat-comment.yml", VERSION, { workspace, home });
  assert.match(own.log, /^package\/dist\/comment\.mjs: OK$/m);
  assert.match(own.log, /^deadheat: This event has no workflow_run/m);
  assert.deepEqual(registry.tarballs, [`/deadheat/-/deadheat-${VERSION}.tgz`]);
  assert.equal(existsSync(join(workspace, "node_modules")), false);

  const other = folderOf(t, {});
  const replaced = await runJob("deadheat-comment.yml", "1.2.4", { workspace: other, home });
  assert.match(readFileSync(join(other, "package/dist/comment.mjs"), "utf8"), /theirs/);
  assert.match(replaced.log, /^package\/dist\/comment\.mjs: FAILED$/m);
  assert.doesNotMatch(replaced.log, /theirs/);
  assert.notEqual(replaced.code, 0);
});
