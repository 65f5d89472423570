import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { obtainOha } from "@deadheat/oha";
import { runAction } from "../../../packages/deadheat/test/github-runner.ts";
import { pullRequestIn } from "../../../packages/deadheat/test/github-pull-request.ts";
import { npmAsking, startRegistry } from "../../../packages/versions/test/installs-registry.ts";
import { root } from "../../src/targets/project.ts";
import { temporaryFolder } from "../fixtures.ts";
import { packAll } from "../packed.ts";

// The first day of a stranger who has a registry, a packed file, or only the repository's address.

const server = (loops: number) => `import { createServer } from "node:http";
let sum = 0;
createServer((request, response) => {
  for (let i = 0; i < ${loops}; i++) sum += Math.sqrt(i);
  response.end("Hello");
}).listen(process.env.PORT, "127.0.0.1");
`;
const oha = await obtainOha();

test("published to a registry, deadheat compares two files by npx in an empty folder, and the packed file does without it", async (t) => {
  const folder = temporaryFolder(t);
  const elsewhere = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  const registry = await startRegistry({ url: elsewhere, but: ["deadheat"] });
  t.after(() => registry.close());
  const tarball = packAll(folder).get("deadheat") ?? assert.fail();
  await registry.publishTarball(tarball);
  const cwd = join(folder, "empty");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "a.mjs"), server(2000));
  writeFileSync(join(cwd, "b.mjs"), server(200_000));
  const env = {
    PATH: [dirname(process.execPath), process.env.PATH].join(":"),
    HOME: folder,
    OHA_BIN: oha.path,
    DEADHEAT_CACHE: join(folder, "cache"),
    DEADHEAT_STATE_DIR: join(folder, "state"),
    ...npmAsking(registry, folder),
  };
  const npx = (...args: string[]) =>
    spawnSync("npx", ["-y", ...args], { cwd, env, encoding: "utf8" });
  const quick = ["-n", "2", "-w", "300", "--window", "0.3s", "--allow-concurrent"];
  const compared = npx("deadheat", "compare", "./a.mjs", "./b.mjs", ...quick, "--json");
  assert.equal(compared.status, 0, compared.stderr);
  const { comparisons } = JSON.parse(compared.stdout) as { comparisons: { verdict: string }[] };
  assert.deepEqual(
    comparisons.map(({ verdict }) => verdict),
    ["slower"],
  );
  const packed = npx("--package", tarball, "deadheat", "doctor", "--json");
  assert.match(packed.stdout, /^\{"checks":\[/, packed.stderr);

  const prefix = join(folder, "global");
  const install = ["install", "--global", "--prefix", prefix, "--ignore-scripts", tarball];
  const installed = spawnSync("npm", install, { cwd, env, encoding: "utf8" });
  assert.equal(installed.status, 0, installed.stderr);
  const modules = join(prefix, "lib/node_modules");
  const count = readdirSync(modules, { recursive: true }).filter((path) =>
    /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(`node_modules/${String(path)}`),
  ).length;
  assert.ok(count >= 1 && count <= 12, `${count} packages`);
  const help = spawnSync(join(prefix, "bin/deadheat"), ["--help"], { env, encoding: "utf8" });
  assert.match(help.stdout, /^Usage: deadheat/, help.stderr);
});

test("the action installs itself from its own checkout, and checks a stranger's pull request", async (t) => {
  const folder = temporaryFolder(t);
  const action = join(folder, "action");
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", listed, { cwd: root, encoding: "utf8" }).trim().split("\n");
  for (const file of files.filter((one) => !one.startsWith("results/"))) {
    cpSync(join(root, file), join(action, file));
  }
  const slower = { "server.mjs": server(400_000) };
  const { workspace, event } = pullRequestIn(folder, { "server.mjs": server(2000) }, slower, 2);
  const job = join(folder, "job");
  mkdirSync(job);
  const ran = await runAction(join(action, "action.yml"), {
    workspace,
    folder: job,
    event,
    inputs: { app: "./server.mjs", gate: "5%", budget: "60s", control: "false" },
    env: {
      HOME: process.env.HOME ?? folder,
      GITHUB_EVENT_NAME: "pull_request",
      DEADHEAT_CACHE: join(folder, "cache"),
      DEADHEAT_STATE_DIR: join(folder, "state"),
      OHA_BIN: oha.path,
    },
  });
  assert.match(ran.log, /Done in .*pnpm/, "installed from the lockfile");
  assert.deepEqual([ran.code, ran.outputs.outcome], [1, "failed"], ran.log);
  assert.match(ran.summary, /FAILED/);
  rmSync(action, { recursive: true });
});
