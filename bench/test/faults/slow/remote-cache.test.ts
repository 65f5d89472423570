import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { readContents } from "@deadheat/journal";
import type { Result } from "@deadheat/judge";
import { root } from "../../../src/targets/project.ts";
import { answers, startFaultyCache } from "../../cache-faults.ts";
import { startProgram } from "../../command.ts";
import { temporaryFolder } from "../../fixtures.ts";

// Uses two clones in the place of two machines of one class, and lets the remote cache fail during a run.

const short = ["--rounds", "3", "--warmup", "500", "--window", "0.3s", "--scenarios", "text"];
const seed = String(Math.floor(Math.random() * 1e9));
const command = ["--targets", "hono/bun", "--seed", seed, ...short, "--json"];

const cache = await startFaultyCache({ after });
const folder = temporaryFolder({ after });
const clones = { a: clone(join(folder, "a")), b: clone(join(folder, "b")) } as const;

/** Clones the repository with its uncommitted changes and the same packages. */
function clone(to: string): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
  git("clone", "--quiet", "--shared", root, to);
  const edited = git("ls-files", "-z", "--modified", "--others", "--exclude-standard");
  for (const file of edited.split("\0").filter(Boolean)) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(to, file));
  }
  const install = ["-y", "pnpm@12.21.0", "install", "--frozen-lockfile", "--prefer-offline"];
  execFileSync("npx", install, { cwd: to, stdio: "ignore" });
  return to;
}

interface Ran {
  readonly result: Result;
  readonly stderr: string;
  /** The targets that the run measured. */
  readonly measured: readonly string[];
}

/** Runs in a clone, as the instance with its name. */
async function run(of: "a" | "b", ...more: string[]): Promise<Ran> {
  const { document, stderr } = await bench(of, [...command, ...more]);
  const { result } = document as { result: Result };
  assert.ok(result.cells.every(({ status }) => status === "ok"));
  const fresh = result.cells.filter(({ replayedFrom }) => replayedFrom === null);
  return { result, stderr, measured: fresh.map(({ target }) => target).toSorted() };
}

async function bench(of: "a" | "b", args: readonly string[]) {
  const words = ["-y", "pnpm@12.21.0", "--silent", "bench", ...args];
  const env = { ...cache.env, DEADHEAT_INSTANCE: of };
  const { code, stdout, stderr } = await startProgram("npx", words, clones[of], env).finished;
  assert.equal(code, 0, stderr + stdout.slice(0, 2000));
  return { document: JSON.parse(stdout) as unknown, stderr };
}

/** Returns the times of the rounds in a shard's blob. */
async function roundsOf(of: "a" | "b", shard: string): Promise<string[]> {
  const { document } = await bench(of, [...command, "--shard", shard]);
  const { journals } = await readContents([(document as { path: string }).path]);
  return journals.flatMap(({ rounds }) => rounds.map(({ startedAt }) => startedAt)).toSorted();
}

const all = ["fetch/bun", "hono/bun", "node-http/node"];

/** Resets a clone to a machine that has measured nothing yet. */
function forget(of: "a" | "b"): void {
  for (const own of globSync("{.turbo/cache,node_modules/.cache/turbo}", { cwd: clones[of] })) {
    rmSync(join(clones[of], own), { recursive: true, force: true });
  }
}

test("what one clone has measured the other replays, and says whose it is", async () => {
  const first = await run("a");
  assert.deepEqual(first.measured, all);
  const second = await run("b");
  assert.deepEqual(second.measured, []);
  assert.equal(second.result.run.measured.rounds, 0);
  assert.match(second.stderr, /Replayed from another instance .* 3 of 3 targets/);
  const [instance] = first.result.instances ?? [];
  for (const { replayedFrom } of second.result.cells) {
    assert.equal(replayedFrom?.run, first.result.run.id);
    assert.equal(replayedFrom.instance, instance?.instance);
  }
  // The shard's own rounds are not those of another shard.
  const again = await run("a");
  assert.deepEqual(again.measured, []);
  assert.doesNotMatch(again.stderr, /another instance/);
  assert.ok(again.result.cells.every(({ replayedFrom }) => replayedFrom?.instance === undefined));
});

test("no task sees the token or the key, and no file of a run has them", () => {
  for (const cwd of Object.values(clones)) {
    for (const file of globSync("results/runs/**/*.{json,jsonl,log,md}", { cwd })) {
      const text = readFileSync(join(cwd, file), "utf8");
      for (const name of ["TURBO_TOKEN", "TURBO_REMOTE_CACHE_SIGNATURE_KEY"]) {
        assert.ok(!text.includes(cache.env[name] as string), file);
      }
    }
  }
});

test("after an edit only what depends on it is measured", async () => {
  appendFileSync(join(clones.b, "apps/hono/src/app.ts"), "\n// edited\n");
  const edited = await run("b");
  assert.deepEqual(edited.measured, ["hono/bun"]);
  appendFileSync(join(clones.a, "apps/hono/src/app.ts"), "\n// edited\n");
  assert.deepEqual((await run("a")).measured, []);
});

test("a shard is replayed on whichever machine", async () => {
  const first = [await roundsOf("a", "1/2"), await roundsOf("b", "2/2")];
  assert.ok(first.every((rounds) => rounds.length > 0));
  assert.deepEqual([await roundsOf("b", "1/2"), await roundsOf("a", "2/2")], first);
});

test("--cache instance takes no other's", async () => {
  forget("b");
  const own = await run("b", "--cache", "instance");
  assert.deepEqual(own.measured, all);
  assert.deepEqual((await run("b", "--cache", "instance")).measured, []);
});

test("artifacts that were damaged on the server are measured again", async () => {
  forget("a");
  for (const name of readdirSync(cache.folder, { recursive: true }) as string[]) {
    if (/[0-9a-f]{16}$/.test(name)) appendFileSync(join(cache.folder, name), "damaged");
  }
  const damaged = await run("a");
  assert.deepEqual(damaged.measured, all);
  assert.match(
    damaged.stderr,
    /The cache did not restore all journals: 3 of 3|The remote cache fails/,
  );
  forget("a");
  assert.deepEqual((await run("a")).measured, [], "what was measured again has replaced them");
});

test("a server that dies meanwhile, or loses what it takes, costs no metric", async () => {
  let asked = 0;
  // The trial sends two requests.
  cache.fault = (_, answer) => ++asked > 2 && Boolean(answer.destroy());
  const died = await run("a", "--force");
  assert.deepEqual(died.measured, all);
  assert.match(died.stderr, /The remote cache (fails|cannot be reached)/);
  assert.match(died.stderr, /kept in the cache of this clone/);

  let sent = 0;
  cache.fault = (incoming, answer) => {
    if (incoming.method === "PUT" && ++sent > 1) return answers(200)(incoming, answer);
    return incoming.method === "HEAD" && answers(404)(incoming, answer);
  };
  const lost = await run("a", "--force");
  assert.deepEqual(lost.measured, all);
  assert.match(
    lost.stderr,
    /The remote cache lacks 3 of 3 journals\. All journals are kept in the cache/,
  );
  cache.fault = () => true;
  const kept = await run("a", "--cache", "instance");
  assert.deepEqual(kept.measured, [], "they are");
  cache.fault = null;
});

test("who may only read is given what others have measured, and sends nothing", async () => {
  await run("a");
  forget("a");
  const asked = new Set<string>();
  cache.fault = ({ method = "" }) => {
    asked.add(method);
    return false;
  };
  cache.env.TURBO_REMOTE_CACHE_READ_ONLY = "1";
  assert.deepEqual((await run("a")).measured, []);
  assert.deepEqual((await run("a", "--force")).measured, all);
  cache.env.TURBO_REMOTE_CACHE_READ_ONLY = "";
  cache.fault = null;
  assert.ok(asked.has("GET") && !asked.has("PUT"), [...asked].join());
});
