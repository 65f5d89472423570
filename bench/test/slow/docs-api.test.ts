import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { obtainOha } from "@deadheat/oha";
import { blocks, pageAt } from "../pages.ts";
import { repository, withDeadheat } from "../repository.ts";

const answer = `export default { fetch: () => new Response("Hello!") };`;
const SERVERS = {
  "old.mjs": answer,
  "new.mjs": answer,
  "server.mjs": answer,
  "deadheat.config.json": JSON.stringify({ targets: ["./old.mjs", "./new.mjs"] }),
  ".gitignore": "node_modules\n",
};

/** The outputs of the first examples of docs/api.md. */
const SAID = [
  /^new\.mjs\/node, GET \/: \S+, \d\S* \[.+\]\nnew\.mjs\/node, GET \/users\/1: .+\ndata: .+\n$/,
  /^GET \/: at least \d\S*\n(?:passed|failed|undecided)\n$/,
  /^(?:\S+, GET \/: ok\n){2,}written: .*ranking\/result\.json\n$/,
  /^wrong input: .*gone\.mjs.*\n$/,
];

test("the examples of compare, gate, run and errors in docs/api.md work", async (t) => {
  const folder = withDeadheat(repository(t, SERVERS));
  writeFileSync(join(folder, "server.mjs"), `${answer} // Changed.`);
  const { PATH, HOME } = process.env;
  const own = { DEADHEAT_STATE_DIR: join(folder, "state"), DEADHEAT_CACHE: join(folder, "cache") };
  const env = { PATH, HOME, ...own, OHA_BIN: (await obtainOha()).path };
  const examples = blocks(pageAt("docs/api.md").text, "ts");
  for (const [i, said] of SAID.entries()) {
    const file = `example-${i}.ts`;
    writeFileSync(join(folder, file), quick(examples[i] ?? ""));
    const text = spoken(folder, file, env);
    assert.match(text, said);
  }
});

/** Returns the same example with settings that measure for seconds. */
function quick(code: string): string {
  const settings = "warmupRequests: 500, windowSeconds: 0.5,";
  const short = code.replace(/\bbudgetSeconds: \d+,/, "");
  return short
    .replace(/\b(compare|run)\(\{/, `$1({ rounds: 2, ${settings}`)
    .replace(/\bgate\(\{/, `gate({ budgetSeconds: 8, ${settings}`);
}

/** Returns the output of an example. A gate that does not pass has an exit code other than 0. */
function spoken(cwd: string, file: string, env: NodeJS.ProcessEnv): string {
  const options = { cwd, env, encoding: "utf8", stdio: "pipe" } as const;
  try {
    return execFileSync(process.execPath, [file], options);
  } catch (error) {
    const { status, stdout, stderr } = error as Record<"stdout" | "stderr", string> & {
      status: number;
    };
    assert.ok(status === 1 || status === 4, stderr);
    assert.equal(stderr.includes("Error"), false, stderr);
    return stdout;
  }
}
