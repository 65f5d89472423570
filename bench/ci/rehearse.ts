// Does on one machine what .github/workflows/measure.yml does on many: measures each shard in its own clone, one after
// the other, then merges them. Each clone claims to be another machine.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench rehearse 2 /tmp/rehearsal --targets hono/bun --rounds 3
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [shards, folder, ...options] = process.argv.slice(2);
if (folder === undefined || !/^[1-9]\d*$/.test(shards ?? "")) {
  console.error("Usage: rehearse <shards> <folder> [options of `pnpm bench`]");
  process.exit(2);
}

/** Clones the repository, with its uncommitted changes. */
function clone(to: string): void {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
  git("clone", "--quiet", "--shared", root, to);
  const edited = git("ls-files", "-z", "--modified", "--others", "--exclude-standard");
  for (const file of edited.split("\0").filter(Boolean)) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(to, file));
  }
}

/** The environment without pnpm's variable that prevents installing, because a clone must install its packages. */
const inherited = { ...process.env };
delete inherited.pnpm_config_verify_deps_before_run;

/** Runs a step of a job. Exits if the step cannot be done. Failed cells (exit code 1) do not stop the rehearsal. */
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
