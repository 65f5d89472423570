import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";
import { obtainOha } from "@deadheat/oha";
import {
  npmAsking,
  startRegistry,
  type Registry,
} from "../../../packages/versions/test/installs-registry.ts";
import { temporaryFolder } from "../fixtures.ts";
import { packAll } from "../packed.ts";
import { checked, commented, openedBy, ran as runs, serverOf } from "../stranger.ts";
import { asOnGitHub } from "../own-checkout.ts";

// The first day of a stranger who has a registry, a packed file, or only the repository's address. Nothing is written to the
// user's home: npm, pnpm and deadheat have their own.

const folder = temporaryFolder({ after });
const elsewhere = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
const oha = await obtainOha();
let registry: Registry;
let tarball: string;
before(async () => {
  registry = await startRegistry({ url: elsewhere, but: ["deadheat"] });
  tarball = packAll(folder).get("deadheat") ?? assert.fail();
  await registry.publishTarball(tarball);
});
after(() => registry.close());

/** Returns the environment of a machine that has this Node, npm, and its own home. */
function machine(node: string): Record<string, string> {
  // pnpm reads no variables of npm.
  writeFileSync(join(folder, ".npmrc"), `registry=${registry.url}/\n`);
  return {
    PATH: [dirname(node), process.env.PATH].join(":"),
    HOME: folder,
    OHA_BIN: oha.path,
    DEADHEAT_CACHE: join(folder, "cache"),
    DEADHEAT_STATE_DIR: join(folder, "state"),
    ...npmAsking(registry, folder),
  };
}

/** Installs a Node from npm, and returns its path. */
async function nodeOf(major: number): Promise<string> {
  if (process.version.startsWith(`v${major}.`)) return process.execPath;
  const [prefix, name] = [
    join(folder, `node-${major}`),
    `node-${process.platform}-${process.arch}`,
  ];
  const words = ["install", "--prefix", prefix, "--no-audit", "--no-fund", `${name}@${major}`];
  const { status, stderr } = await runs(["npm", ...words], { env: machine(process.execPath) });
  assert.equal(status, 0, stderr);
  return join(prefix, "node_modules", name, "bin/node");
}

/** Makes a folder with two servers, of which the second one takes many times as long. */
function twoServers(name: string): string {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, "a.mjs"), serverOf(2000));
  writeFileSync(join(cwd, "b.mjs"), serverOf(200_000));
  return cwd;
}

const quick = ["-n", "2", "-w", "300", "--window", "0.3s", "--allow-concurrent", "--json"];

for (const major of [22, 24, 26]) {
  test(`npx deadheat compare works in an empty folder on Node ${major}`, async () => {
    const cwd = twoServers(`empty-${major}`);
    const words = ["npx", "-y", "deadheat", "compare", "./a.mjs", "./b.mjs", ...quick];
    const compared = await runs(words, { cwd, env: machine(await nodeOf(major)) });
    assert.equal(compared.status, 0, compared.stderr);
    const { comparisons } = JSON.parse(compared.stdout) as {
      comparisons: { verdict: string; runtimes: unknown }[];
    };
    assert.deepEqual(
      comparisons.map(({ verdict }) => verdict),
      ["slower"],
    );
    assert.match(JSON.stringify(comparisons), new RegExp(`"${major}\\.\\d+\\.\\d+"`));
  });
}

test("the packed file works by npx and installed globally, as at most 12 packages; an old Node gets one sentence", async () => {
  const cwd = join(folder, "packed");
  mkdirSync(cwd);
  const env = machine(process.execPath);
  const run = (...words: string[]) => runs(words, { cwd, env });
  const doctor = await run("npx", "-y", "--package", tarball, "deadheat", "doctor", "--json");
  assert.match(doctor.stdout, /^\{"checks":\[/, doctor.stderr);

  const prefix = join(folder, "global");
  const installed = await run("npm", "install", "--global", "--prefix", prefix, tarball);
  assert.equal(installed.status, 0, installed.stderr);
  const [, count = ""] = /added (\d+) packages?/.exec(installed.stdout) ?? [];
  assert.ok(Number(count) >= 1 && Number(count) <= 12, installed.stdout);
  const help = await run(join(prefix, "bin/deadheat"), "--help");
  assert.match(help.stdout, /^Usage: deadheat/, help.stderr);

  for (const major of [18, 20]) {
    const old = await run(
      await nodeOf(major),
      join(prefix, "bin/deadheat"),
      "compare",
      "./a.mjs",
      "./b.mjs",
    );
    assert.match(
      old.stderr,
      /^deadheat: Node 22 or later is needed, and this is Node \d+\.\d+\.\d+\. [^\n]+\n$/,
    );
    assert.deepEqual([old.status, old.stdout], [2, ""]);
  }
});

test("init --github from a registry: both written workflows check a pull request and comment on it", async (t) => {
  const own = join(folder, "from-registry");
  mkdirSync(own);
  const env = machine(process.execPath);
  const { pullRequest, notes } = await openedBy(own, ["npx", "-y", "deadheat"], env);
  assert.match(notes, /npm/);
  const job = { folder: own, env, actionAt: () => null };
  const { ran, artifact } = await checked(pullRequest, job);
  assert.equal(ran.code, 1, ran.log);
  assert.match(ran.summary, /FAILED/);
  assert.match(await commented(t, pullRequest, artifact, job), /slower than/);
});

test("init --github from a clone on GitHub: the actions install themselves from their own checkout", async (t) => {
  const own = join(folder, "from-checkout");
  mkdirSync(own);
  const env = machine(process.execPath);
  const { clone, commit } = asOnGitHub(join(own, "deadheat"), "our/deadheat");
  const installer = join(clone, "packages/deadheat/src/github/own-install.mjs");
  const installed = await runs([process.execPath, installer], { env });
  assert.equal(installed.status, 0, installed.stderr);
  const command = [process.execPath, join(clone, "packages/deadheat/bin.mjs")];
  const { pullRequest } = await openedBy(own, command, env);

  // The runner has each job on its own machine.
  const fresh = (name: string, file: string) => {
    execFileSync("git", ["clone", "--quiet", "--shared", clone, join(own, name)]);
    return join(own, name, file);
  };
  const actions: Record<string, string> = {
    [`our/deadheat@${commit}`]: fresh("check", "action.yml"),
    [`our/deadheat/comment@${commit}`]: fresh("comment", "comment/action.yml"),
  };
  const job = { folder: own, env, actionAt: (uses: string) => actions[uses] ?? null };
  const { ran, artifact } = await checked(pullRequest, job);
  assert.match(ran.log, /Done in .*pnpm/, "installed from the lockfile");
  assert.equal(ran.code, 1, ran.log);
  assert.match(ran.summary, /FAILED/);
  assert.match(await commented(t, pullRequest, artifact, job), /slower than/);
});
