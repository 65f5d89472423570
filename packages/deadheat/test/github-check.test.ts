import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { after, before, test, type TestContext } from "node:test";
import { readGated } from "@deadheat/judge";
import { renderComparedMarkdown } from "@deadheat/report";
import { obtainOha } from "../../oha/src/index.ts";
import { outcomes } from "../../report/test/gated.ts";
import { folderOf } from "./config-folder.ts";
import { pullRequestIn, type PullRequest } from "./github-pull-request.ts";
import { deadheatVersion } from "../src/version.ts";
import { runAction, type Ran } from "./github-runner.ts";
import { git, write } from "../../versions/test/revisions-repository.ts";
import { temporaryFolder } from "../../journal/test/scratch.ts";
import { warningWords } from "@deadheat/report/words";

const files = {
  "server.mjs": `import { answer } from "./answer.mjs";\nexport default { fetch: answer };\n`,
  "answer.mjs": `export const answer = () => new Response("Hello!");\n`,
  "ends.mjs": `console.error("no database"); process.exit(3);`,
  "README.md": "# It\n",
};
/** A change that no server loads, and yet no document. */
const unrelated = { "notes.txt": "It is\n" };

const shared = temporaryFolder({ after });
const pull = pullRequestIn(shared, files, unrelated, 2);
before(() => obtainOha());

/** A whole job takes half a minute, and is part of `pnpm test:faults`. */
const whole = { skip: !process.env.ALL_CASES && "in test:faults" };

/** Runs the check action in the job of a fork's pull request, without a token. A call to GitHub fails the test. */
async function check(
  t: TestContext,
  { workspace, event }: Pick<PullRequest, "workspace"> & { event: object },
  inputs: Record<string, string>,
  env: Record<string, string> = {},
  programs = "",
): Promise<Ran & { folder: string }> {
  const folder = folderOf(t, {});
  const calls: (string | undefined)[] = [];
  const github = createServer(({ url }, response) => {
    calls.push(url);
    response.writeHead(403).end();
  });
  await new Promise<void>((resolve) => github.listen(0, "127.0.0.1", resolve));
  const ran = await runAction("action.yml", {
    workspace,
    folder,
    event,
    // A stand-in for npm installs a version.
    inputs: { ...(programs !== "" && { version: deadheatVersion() }), ...inputs },
    programs,
    env: {
      GITHUB_EVENT_NAME: "pull_request",
      GITHUB_API_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
      DEADHEAT_CACHE: join(folder, "cache"),
      DEADHEAT_STATE_DIR: join(folder, "state"),
      OHA_BIN: (await obtainOha()).path,
      ...env,
    },
  });
  github.close();
  assert.deepEqual(calls, []);
  return { ...ran, folder };
}

/** Makes an npm that installs this checkout, not the published package. `finds` is the outcome; if empty, it measures. */
function npm(t: TestContext, finds = ""): string {
  const script = join(import.meta.dirname, "github-quick.ts");
  const main = `process.argv.splice(2, 2, ${JSON.stringify(finds)}); await import(${JSON.stringify(script)});`;
  const folder = folderOf(t, {
    "main.js": main,
    npm: `#!/bin/sh\nmkdir -p node_modules/deadheat/dist\ncp "$(dirname "$0")/main.js" node_modules/deadheat/dist/main.js\necho '{"type":"module"}' > node_modules/deadheat/package.json\n`,
  });
  chmodSync(join(folder, "npm"), 0o755);
  return folder;
}

test(
  "a fork's pull request that slows its handler does not pass, and gets a summary, outputs and an artifact",
  whole,
  async (t) => {
    const slow = `export default { fetch: () => {
    let sum = 0;
    for (let i = 0; i < 300_000; i++) sum += Math.sqrt(i);
    return new Response(sum > 0 ? "Hello!" : "");
  } };`;
    const slower = pullRequestIn(folderOf(t, {}), files, { ...unrelated, "server.mjs": slow }, 2);
    const inputs = { app: "./server.mjs", gate: "5%", budget: "6s" };
    const ran = await check(t, slower, inputs, {}, npm(t));
    assert.match(ran.summary, /^> \[!\w+\]\n> \S/);
    const { outcome = "", verdict, ratio, lo, hi } = ran.outputs;
    // There are few rounds beside other tests, so the gate may stay undecided, or by chance the control may be off.
    assert.equal(ran.code, { failed: 1, undecided: 4, unmeasured: 3 }[outcome], ran.log);
    assert.match(verdict ?? "", /^(same|undecided|faster|slower)$/);
    assert.ok(Number(lo) < Number(ratio) && Number(ratio) < Number(hi));
    assert.equal(readFileSync(ran.outputs["report-path"] ?? "", "utf8"), ran.summary);
    const comment = readFileSync(ran.outputs["comment-path"] ?? "", "utf8");
    assert.ok(ran.summary.startsWith(comment.trimEnd()));
    const json = readFileSync(ran.outputs["json-path"] ?? "", "utf8");
    const gated = readGated(json);
    assert.deepEqual(gated.base, { name: `main-${slower.base.slice(0, 7)}`, commit: slower.base });
    assert.equal(gated.new.commit, git(slower.workspace, "rev-parse", "HEAD"));
    assert.equal(gated.control?.length, 1);
    assert.deepEqual(gated.loaded?.changed, [{ name: ".", base: null, new: null }]);
    const [comparison] = gated.comparisons;
    assert.ok((comparison?.ratio ?? 1) < 0.7, ran.log);
    assert.match(warningWords(comparison!.warnings[0]!), /^server\.mjs differs between .* own/);
    for (const text of [ran.summary, json]) assert.ok(!text.includes(ran.folder), text);
    assert.deepEqual(
      ran.used.map(({ uses, with: told }) => [uses.replace(/@.*/, ""), told.name, told.path]),
      [
        ["actions/cache", undefined, "~/.cache/deadheat/oha-*"],
        ["actions/upload-artifact", "deadheat-check", join(ran.folder, "temp/deadheat-check")],
      ],
    );
    assert.equal(ran.used[0]?.with.key, `deadheat-Linux-X64-${gated.deadheat}-check`);
    assert.equal(git(slower.workspace, "status", "--porcelain"), "");
  },
);

test("a pull request chooses neither the registry nor the runtime that its base is measured with", async (t) => {
  const asked = { base: [] as string[], change: [] as string[] };
  const registry = async (whose: keyof typeof asked) => {
    const server = createServer(({ url = "" }, response) => {
      asked[whose].push(url);
      response.writeHead(404).end("{}");
    });
    t.after(() => server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `registry=http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`;
  };
  const base = { ...files, "package.json": "{}", ".npmrc": await registry("base") };
  const { workspace, event } = pullRequestIn(folderOf(t, {}), base, unrelated, 2);
  write(workspace, { ".npmrc": await registry("change"), "node_modules/bun/package.json": "{}" });
  mkdirSync(join(workspace, "node_modules/bun/bin"));
  symlinkSync(process.execPath, join(workspace, "node_modules/bun/bin/bun.exe"));
  git(workspace, "add", "--all", "--force");
  // The merge of the pull request, with these files.
  git(workspace, "commit", "--quiet", "--amend", "--message", "merged");
  const inputs = { version: "checkout", app: "./server.mjs", gate: "5%", runtimes: "bun" };
  const ran = await check(t, { workspace, event }, inputs);
  assert.equal(ran.outputs.outcome, "unmeasured", ran.log);
  assert.match(ran.log, /bun is taken from npm/);
  assert.deepEqual(asked.change, []);
  assert.ok(
    asked.base.some((url) => url.includes("bun")),
    asked.base.join(),
  );
});

/** The exit code with a gate, and without one. Without a gate one condition decides for all that have a comparison. */
const ends: Record<string, { gate: number; without?: number; alert: string; worst: string }> = {
  same: { gate: 0, alert: "NOTE", worst: "0.998" },
  slower: { gate: 1, without: 0, alert: "WARNING", worst: "0.921" },
  metrics: { gate: 1, alert: "WARNING", worst: String(12 / 13) },
  undecided: { gate: 4, alert: "NOTE", worst: "0.962" },
  several: { gate: 1, alert: "WARNING", worst: "0.9" },
  "control-off": { gate: 3, alert: "CAUTION", worst: "0.921" },
  unmeasured: { gate: 3, without: 3, alert: "CAUTION", worst: "" },
};

/** Returns these cases, and all of them in `pnpm test:faults`: each starts a job of GitHub. */
function chosen<T>(cases: Readonly<Record<string, T>>, ...names: string[]): [string, T][] {
  if (process.env.ALL_CASES) return Object.entries(cases);
  return names.map((name) => [name, cases[name] ?? assert.fail(name)]);
}

for (const [name, { gate, without, alert, worst }] of chosen(ends, "slower", "undecided")) {
  test(`${name}: exit code ${gate} with a gate, and the summary`, async (t) => {
    const asked = { app: "./server.mjs", gate: "5%", cache: "false", id: "api" };
    const ran = await check(t, pull, asked, {}, npm(t, name));
    assert.equal(ran.code, gate, ran.log);
    assert.equal(ran.outputs.outcome, outcomes[name]?.gate.outcome);
    assert.equal(ran.outputs.ratio, worst);
    assert.ok(ran.summary.startsWith(`> [!${alert}]\n> `));
    const comment = readFileSync(ran.outputs["comment-path"] ?? "", "utf8");
    assert.equal(comment.trimEnd(), renderComparedMarkdown(outcomes[name]!).trimEnd());
    assert.deepEqual(
      ran.used.map(({ with: told }) => told.name),
      ["deadheat-api"],
    );
    if (without === undefined || (name !== "slower" && !process.env.ALL_CASES)) return;
    const reported = await check(t, pull, { ...asked, gate: "" }, {}, npm(t, name));
    assert.equal(reported.code, without, reported.log);
    assert.equal(reported.summary, ran.summary);
  });
}

interface Unmeasured {
  readonly depth?: number;
  readonly ref?: string;
  readonly inputs?: Record<string, string>;
  readonly env?: Record<string, string>;
  readonly event?: object;
  readonly says: RegExp;
  readonly code?: number;
}

const unmeasured: Record<string, Unmeasured> = {
  "only the merge commit was fetched": {
    depth: 1,
    says: /The base, [0-9a-f]{7}, was not fetched\. Give actions\/checkout fetch-depth: 2/,
  },
  "its own last commit is checked out": {
    depth: 3,
    ref: "HEAD^2",
    says: /HEAD is not [0-9a-f]{7} merged into its base\. Give actions\/checkout no ref/,
  },
  "the event has no pull request": {
    event: { ref: "refs/heads/main" },
    says: /This event has no pull request\. .* base/,
  },
  "code of others with the repository's secrets": {
    env: { GITHUB_EVENT_NAME: "pull_request_target" },
    says: /On pull_request_target, .* secrets .* workflow_run/,
  },
  "code of others, once another workflow has run": {
    env: { GITHUB_EVENT_NAME: "workflow_run" },
    says: /On workflow_run, .* secrets /,
  },
  "code of others, at the word of a stranger": {
    env: { GITHUB_EVENT_NAME: "issue_comment" },
    says: /On issue_comment, .* secrets /,
  },
  "a gate that is none": {
    inputs: { gate: "5; rm -rf ." },
    says: /The input gate is "5; rm -rf \."\. .* a percentage/,
  },
  "an input that begins like an option": {
    inputs: { base: "--config=/etc/passwd" },
    says: /--config=\/etc\/passwd/,
  },
  "a wrong word": {
    inputs: { control: "yes" },
    says: /The input control is "yes"\. Write true or false/,
  },
  "a server that does not start": {
    inputs: { app: "./ends.mjs" },
    says: /no database|exited/,
    code: 3,
  },
};

for (const [what, { depth = 2, ref, inputs = {}, env = {}, event, says, code = 2 }] of chosen(
  unmeasured,
  "code of others with the repository's secrets",
  "a server that does not start",
)) {
  test(`a failed measurement is in the summary and the files: ${what}`, async (t) => {
    const own = depth === 2 ? pull : pullRequestIn(folderOf(t, {}), files, unrelated, depth);
    if (ref !== undefined) git(own.workspace, "checkout", "--quiet", ref);
    const job = { workspace: own.workspace, event: event ?? own.event };
    const ran = await check(
      t,
      job,
      { version: "checkout", app: "./server.mjs", gate: "5%", ...inputs },
      env,
    );
    assert.match(ran.log, says);
    assert.equal(ran.code, code, ran.log);
    assert.match(ran.summary, /^> \[!CAUTION\]\n/);
    assert.equal(ran.outputs.outcome, "unmeasured");
    const gated = readGated(readFileSync(ran.outputs["json-path"] ?? "", "utf8"));
    assert.match(gated.gate.reason ?? "", says);
    assert.ok(ran.used.some(({ uses }) => uses.includes("upload-artifact")));
    assert.ok(existsSync(join(own.workspace, "README.md")));
  });
}
