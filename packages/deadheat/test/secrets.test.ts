import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { obtainOha } from "@deadheat/oha";
import { temporaryFolder } from "../../journal/test/scratch.ts";

const linux = { skip: process.platform !== "linux" && "reads /proc" };

/**
 * A server that writes the names of its own variables, looks for a secret in the environment of every process, again and
 * again, and lists those that have it.
 */
const THIEF = `
  import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
  writeFileSync("own", Object.keys(process.env).join());
  setInterval(() => {
    for (const pid of readdirSync("/proc").filter((name) => /^\\d+$/.test(name))) {
      try {
        if (!/SECRET=/.test(readFileSync("/proc/" + pid + "/environ", "latin1"))) continue;
        appendFileSync("found", readFileSync("/proc/" + pid + "/cmdline", "latin1").replaceAll("\\0", " ") + "\\n");
      } catch {}
    }
    appendFileSync("looked", ".");
  }, 50);
  export default { fetch: () => new Response("Hello!") };`;

test(
  "a secret of the user reaches the setup, and no measured server finds it in any process of deadheat",
  linux,
  async (t) => {
    const cwd = temporaryFolder(t);
    for (const name of ["one.mjs", "two.mjs", "found", "looked"]) {
      writeFileSync(join(cwd, name), name.endsWith(".mjs") ? THIEF : "");
    }
    writeFileSync(join(cwd, "deadheat.config.json"), `{ "env": ["ALLOWED_BY_NAME"] }`);
    const env = {
      PATH: process.env.PATH,
      HOME: cwd,
      OHA_BIN: (await obtainOha()).path,
      DEADHEAT_CACHE: join(cwd, "cache"),
      DEADHEAT_STATE_DIR: join(cwd, "state"),
      TURBO_TOKEN_SECRET: "a token",
      A_SECRET: "a key\nof two lines",
      ALLOWED_BY_NAME: "y",
    };
    const main = join(import.meta.dirname, "../src/main.ts");
    // The setup still has both.
    const setup = 'test "$TURBO_TOKEN_SECRET $(echo $A_SECRET)" = "a token a key of two lines"';
    const words = ["--rounds", "2", "--warmup", "200", "--window", "0.4s", "--setup", setup];
    const compared = spawnSync(
      process.execPath,
      [main, "compare", "./one.mjs", "./two.mjs", ...words],
      { cwd, env, encoding: "utf8" },
    );
    assert.equal(compared.status, 0, compared.stderr);
    assert.ok(readFileSync(join(cwd, "looked"), "utf8").length > 20);
    assert.equal(readFileSync(join(cwd, "found"), "utf8"), "");
    assert.match(readFileSync(join(cwd, "own"), "utf8"), /NODE_ENV.*ALLOWED_BY_NAME/);
  },
);
