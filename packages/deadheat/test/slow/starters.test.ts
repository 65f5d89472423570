// The official starters as a newcomer has them: no configuration, one line that makes GET / more expensive, one command.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { gate } from "../../src/index.ts";
import { commitAll, git, write } from "../../../versions/test/revisions-repository.ts";
import { repositoryOf } from "../repository-with-oha.ts";
import { starters } from "./starters.ts";

const IGNORED =
  "node_modules\ndist\nbuild\n.output\n.nuxt\n.next\n.svelte-kit\n.astro\n.nitro\n.tanstack\nnext-env.d.ts\nsrc/routeTree.gen.*\n";

for (const [name, { manifest, files, addedMilliseconds }] of Object.entries(starters)) {
  test(`the starter of ${name} fails its gate with a more expensive page, and passes with another README`, async (t) => {
    const cwd = await repositoryOf(t, {
      ".gitignore": IGNORED,
      "package.json": JSON.stringify({ name: "app", private: true, ...manifest }),
      ...files(""),
    });
    execFileSync("npm", ["install", "--package-lock-only", "--ignore-scripts", "--no-audit"], {
      cwd,
      stdio: "ignore",
    });
    commitAll(cwd, "lockfile");

    write(
      cwd,
      files(
        `const until = performance.now() + ${addedMilliseconds}; while (performance.now() < until);`,
      ),
    );
    const clock = performance.now();
    const failed = await gate({ base: "HEAD", cwd });
    const seconds = (performance.now() - clock) / 1000;
    assert.equal(failed.gate.outcome, "failed", failed.gate.reason ?? "");
    assert.ok(seconds <= 360, `${seconds} s`);

    git(cwd, "checkout", "--quiet", ".");
    write(cwd, { "README.md": "# Another word\n" });
    assert.equal((await gate({ base: "HEAD", cwd })).gate.outcome, "passed");
    const same = await gate({ base: "HEAD", cwd, aa: true });
    // A noisy hour leaves it undecided, which is right, and never fails it.
    assert.notEqual(same.gate.outcome, "failed", same.gate.reason ?? "");
    assert.notEqual(same.gate.outcome, "unmeasured", same.gate.reason ?? "");
  });
}
