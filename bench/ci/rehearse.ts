// What .github/workflows/measure.yml does on many machines, on one: each shard in a clone of its own that says it were
// another machine, one after another, then the merge.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench rehearse 2 /tmp/rehearsal --targets hono/bun --blocks 3
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [shards, folder, ...options] = process.argv.slice(2);
if (folder === undefined || !/^[1-9]\d*$/.test(shards ?? "")) {
  console.error("rehearse <shards> <folder> [what `pnpm bench` takes]");
  process.exit(2);
}

/** A clone with what is not committed yet. */
function clone(to: string): void {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
  git("clone", "--quiet", "--shared", root, to);
  const edited = git("ls-files", "-z", "--modified", "--others", "--exclude-standard");
  for (const file of edited.split("\0").filter(Boolean)) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(to, file));
  }
}

/** pnpm tells what it runs to install nothing, and a clone has nothing yet. */
const inherited = { ...process.env };
delete inherited.pnpm_config_verify_deps_before_run;

/** A step of a job; the rehearsal ends with the first that cannot be done. Cells that fail (1) end nothing. */
function step(cwd: string, env: Readonly<Record<string, string>>, ...words: string[]): void {
  const { status } = spawnSync("bash", words, {
    cwd,
    env: { ...inherited, ...env },
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = status ?? 3;
  if (status !== 0 && status !== 1) process.exit();
}

mkdirSync(folder, { recursive: true });
const clones = Array.from({ length: Number(shards) }, (_, i) => join(folder, `machine-${i + 1}`));
const blobs = join(folder, "blobs");
for (const [i, cwd] of clones.entries()) {
  clone(cwd);
  const env = { DEADHEAT_INSTANCE: `rehearsal-${i + 1}` };
  step(cwd, env, ".ci/shard", `${i + 1}/${shards}`, ...options);
  cpSync(join(cwd, "results/blobs"), join(blobs, `blob-${i + 1}`), { recursive: true });
}
const [first = ""] = clones;
const summary = { GITHUB_STEP_SUMMARY: join(folder, "summary.md") };
step(first, summary, ".ci/merge", blobs, "--partial", "--across-classes");
cpSync(join(first, "results/runs/merged"), join(folder, "merged"), { recursive: true });
