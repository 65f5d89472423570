import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, test } from "node:test";
import { cacheDirectory } from "@deadheat/journal";
import { fence, isolation } from "../src/index.ts";

// The home and the cache are those of the test: should the fence fail, a command would write into them.
const home = mkdtempSync(join(tmpdir(), "deadheat-home-"));
Object.assign(process.env, { HOME: home, XDG_CACHE_HOME: join(home, ".cache") });
after(() => rmSync(home, { recursive: true, force: true }));

const { mode, reason } = await isolation();
const fenced = { skip: mode === "none" && String(reason), timeout: 60_000 };

/** The environment of a command whose configuration has its own PATH. */
const asGiven = { HOME: home, PATH: "/usr/bin:/bin" };

test(
  "a command changes its own folder and the caches of package managers for good, and nothing else",
  fenced,
  async () => {
    const own = join(cacheDirectory(), "worktrees/one/tree");
    const other = join(cacheDirectory(), "worktrees/other/tree");
    for (const folder of [own, other]) mkdirSync(folder, { recursive: true });
    const library = join(own, "library.so");
    const { words, env, remove } = await fence(own, own, { ...asGiven, LD_PRELOAD: library });
    assert.deepEqual([env.PATH, env.LD_PRELOAD], [process.env.PATH, undefined]);
    const kept = [join(own, "kept"), join(home, ".npm/_cacache/kept")];
    const gone = [join(home, ".npmrc"), join(home, ".config/kept"), join(home, "bin/kept")];
    const refused = [join(other, "kept"), join(cacheDirectory(), "node_modules")];
    const line = [...kept, ...gone, ...refused]
      .map((path) => `(mkdir -p "$(dirname ${path})" && echo x > ${path} && echo wrote ${path})`)
      .concat('echo "$LD_PRELOAD in $PATH"')
      .join("; ");
    const [program = "", ...args] = [...words, "sh", "-c", line];
    const { stdout } = spawnSync(program, args, { cwd: own, env, encoding: "utf8" });
    remove();
    assert.deepEqual(stdout.trim().split("\n"), [
      ...[...kept, ...gone].map((path) => `wrote ${path}`),
      `${library} in /usr/bin:/bin`,
    ]);
    for (const path of kept) assert.equal(readFileSync(path, "utf8"), "x\n", path);
    for (const path of [...gone, ...refused]) assert.equal(existsSync(path), false, path);
    assert.equal(
      existsSync(join(home, ".bun")),
      false,
      "what was made for a cache is gone, if empty",
    );
  },
);
