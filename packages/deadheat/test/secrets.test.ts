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
 * A server that writes its own variables, looks for a secret in the environment of every process, again and again, and lists
 * those that have it.
 */
const THIEF = `
  import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
  writeFileSync("own", JSON.stringify(process.env));
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
    writeFileSync(
      join(cwd, "deadheat.config.json"),
      `{ "env": ["ALLOWED_BY_NAME", "NODE_ENV", "own.env"] }`,
    );
    writeFileSync(join(cwd, "own.env"), 'FROM_FILE="a word"\nPORT=1\nNODE_ENV=development\n');
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: cwd,
      OHA_BIN: (await obtainOha()).path,
      DEADHEAT_CACHE: join(cwd, "cache"),
      DEADHEAT_STATE_DIR: join(cwd, "state"),
      TURBO_TOKEN_SECRET: "a token",
      A_SECRET: "a key\nof two lines",
      NODE_ENV: "staging",
      ALLOWED_BY_NAME: "y",
    };
    const main = join(import.meta.dirname, "../src/main.ts");
    // The setup still has both, and what the servers get except NODE_ENV.
    const setup =
      'test "$TURBO_TOKEN_SECRET $(echo $A_SECRET) $FROM_FILE$NODE_ENV" = "a token a key of two lines a word"';
    // An isolated server sees no other process, and its files are gone afterwards.
    const words = ["--rounds", "1", "--warmup", "200", "--window", "0.4s", "--no-isolation"];
    words.push("--setup", setup);
    const compared = spawnSync(
      process.execPath,
      [main, "compare", "./one.mjs", "./two.mjs", ...words],
      { cwd, env, encoding: "utf8" },
    );
    assert.equal(compared.status, 0, compared.stderr);
    assert.ok(readFileSync(join(cwd, "looked"), "utf8").length > 20);
    assert.equal(readFileSync(join(cwd, "found"), "utf8"), "");
    const own = JSON.parse(readFileSync(join(cwd, "own"), "utf8")) as Record<string, string>;
    assert.deepEqual(
      [own.NODE_ENV, own.ALLOWED_BY_NAME, own.FROM_FILE, own.PORT === "1"],
      ["staging", "y", "a word", false],
    );
  },
);
