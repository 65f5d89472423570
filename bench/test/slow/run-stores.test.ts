import assert from "node:assert/strict";
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { processTree } from "@deadheat/measure";
import { resultOf, start } from "../command.ts";
import { temporaryFolder } from "../fixtures.ts";
import { commandLine, until, untilGone } from "../../../packages/measure/test/processes.ts";

// Runs with real services through turbo, and kills a service in the middle.

const short = ["--rounds", "3", "--warmup", "500", "--window", "0.8s", "--json"];

/** Makes a folder for temporary files of one run. The user of Postgres must be able to reach it. */
function ownPlace(t: TestContext): { env: NodeJS.ProcessEnv; servicesFolders: () => string[] } {
  const folder = temporaryFolder(t);
  chmodSync(folder, 0o711);
  const servicesFolders = () =>
    readdirSync(folder).filter((name) => name.startsWith("deadheat-services-"));
  return { env: { TMPDIR: folder, DATABASE_URL: "" }, servicesFolders };
}

function postgresOf(pid: number): number | undefined {
  return processTree(pid).find((one) => /\/postgres .*-D/.test(commandLine(one)));
}

test("if Postgres is killed during a run, its cells fail with the reason, the rest is kept, and nothing stays behind", async (t) => {
  const { env, servicesFolders } = ownPlace(t);
  const out = join(temporaryFolder(t), "run");
  const scenarios = "text,pg,pg-row,node-sqlite-row";
  const what = ["--targets", "node-http/node", "--scenarios", scenarios, "--force"];
  const running = start([...what, ...short, "--out", out], env);
  // At the sixth of twelve rounds every cell has one and none has all.
  await until(() => /\[6\/12\]/.test(running.stderr()), running.stderr);
  const tree = processTree(running.child.pid ?? 0);
  const postgres = postgresOf(running.child.pid ?? 0);
  assert.ok(postgres, tree.map(commandLine).join("\n"));
  process.kill(postgres, "SIGKILL");
  const result = resultOf(await running.finished, 1);
  const cells = new Map(result.cells.map((cell) => [cell.scenario, cell]));
  assert.deepEqual(
    [...cells].map(([scenario, { status }]) => [scenario, status]),
    [
      ["text", "ok"],
      ["pg", "failed"],
      ["pg-row", "failed"],
      ["node-sqlite-row", "ok"],
    ],
  );
  for (const scenario of ["pg", "pg-row"]) {
    assert.match(cells.get(scenario)?.reason ?? "", /postgres no longer answers \(.*ECONNREFUSED/);
  }
  assert.match(result.services?.running.postgres?.version ?? "", /^\d+\.\d+/);
  const journal = readFileSync(join(out, "journal", "node-http.node.jsonl"), "utf8");
  assert.match(journal, /"scenario":"pg(-row)?".*"void":null/, "what was measured before is there");
  await untilGone([...tree, postgres]);
  assert.deepEqual(servicesFolders(), []);
  // The password is in no file that a run leaves.
  for (const file of readdirSync(out, { recursive: true, encoding: "utf8" })) {
    const path = join(out, file);
    if (existsSync(path) && !file.endsWith("journal")) {
      assert.doesNotMatch(readFileSync(path, "utf8"), /postgres:\/\//, file);
    }
  }
});

test("a killed run leaves none of its services behind", async (t) => {
  const { env, servicesFolders } = ownPlace(t);
  const out = join(temporaryFolder(t), "run");
  const slow = ["--rounds", "3", "--warmup", "200000", "--window", "5s", "--force", "--out", out];
  const running = start(
    ["--targets", "node-http/node", "--scenarios", "pg,node-sqlite", ...slow],
    env,
  );
  await until(() => processTree(running.child.pid ?? 0).length > 12, running.stderr);
  const tree = processTree(running.child.pid ?? 0);
  assert.ok(postgresOf(running.child.pid ?? 0));
  assert.equal(servicesFolders().length, 1);
  running.child.kill("SIGKILL");
  await running.finished;
  await untilGone(tree);
});
