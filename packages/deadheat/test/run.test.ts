import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { before, test, type TestContext } from "node:test";
import { duetsOnly, UsageError, warmupOf, type Runtime } from "@deadheat/journal";
import {
  departure,
  describeMachine,
  Interrupted,
  keptResponse,
  launch,
  processTree,
  type Exchange,
} from "@deadheat/measure";
import { obtainOha, type Oha } from "../../oha/src/index.ts";
import * as v from "valibot";
import { findBegun } from "@deadheat/runner";
import { findRuntime } from "@deadheat/versions";
import { openRun } from "../src/folder/run-folder.ts";
import { readResult } from "../src/folder/report.ts";
import { floorsOf } from "../src/run/floor.ts";
import { runTargets } from "../src/run/run.ts";
import type { Ground } from "../src/measure/ground.ts";
import type { Running, RunTarget } from "../src/run/running.ts";
import { setVariables, temporaryFolder } from "../../journal/test/scratch.ts";

const root = join(import.meta.dirname, "../../..");
const machine = describeMachine();
let oha: Oha;

before(async () => {
  oha = await obtainOha();
});

const json = { "content-type": "application/json" };
const hello: Exchange = {
  request: { method: "GET", path: "/", headers: {}, body: null },
  response: { status: 200, mediaType: "text/plain", body: "Hello!" },
};
const echo: Exchange = {
  request: { method: "POST", path: "/echo", headers: json, body: `{"a":1}` },
  response: { status: 200, mediaType: "application/json", body: `{"a":1}` },
};
const requests = [
  { name: "GET /", exchange: hello },
  { name: "POST /echo", exchange: echo },
];

/** Returns a server that answers both requests with node:http, and does `work` for each request. */
const server = (work: string) => `import { createServer } from "node:http";
  let count = 0;
  createServer(async (request, response) => {
    ${work}
    const type = request.method === "GET" ? "text/plain" : "application/json";
    let body = request.method === "GET" ? "Hello!" : "";
    for await (const chunk of request) body += chunk;
    response.writeHead(200, { "content-type": type }).end(body);
  }).listen(Number(process.env.PORT), "127.0.0.1");`;

interface Scratch {
  readonly folder: string;
  readonly target: (label: string, runtime: Runtime, work: string) => Promise<RunTarget>;
}

/** Makes a folder for servers and runs, with a cache of its own. */
function scratch(t: TestContext): Scratch {
  const folder = temporaryFolder(t);
  setVariables(t, { DEADHEAT_CACHE: "", XDG_CACHE_HOME: join(folder, "cache") });
  const target: Scratch["target"] = async (label, runtime, work) => {
    const file = join(folder, `${label}.mjs`);
    writeFileSync(file, server(work));
    const { path, version } = await findRuntime(runtime, root);
    const name = `${label}/${runtime}`;
    return {
      name,
      framework: label,
      runtime,
      version: "",
      runtimeVersion: version,
      program: path,
      content: `${label} ${work}`,
      known: true,
      entrant: (exchange) => ({
        name,
        runtime,
        command: [path, file],
        cwd: folder,
        env: {},
        asks: exchange,
      }),
    };
  };
  return { folder, target };
}

/** Asserts that no process is left, except esbuild, which builds the report's page if its sources have changed. */
function assertAlone(): void {
  const others = processTree(process.pid).filter((pid) => pid !== process.pid);
  const names = others.map((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  assert.deepEqual(
    names.filter((name) => !name.includes("esbuild")),
    [],
  );
}

function running(folder: string, out: string, targets: readonly RunTarget[]): Running {
  return {
    targets,
    requests,
    load: { warmup: warmupOf(1000), windowSeconds: 0.2, connections: 10, workerThreads: 1 },
    modes: duetsOnly,
    budgetSeconds: null,
    rounds: 2,
    until: null,
    begun: null,
    request: {},
    margin: 0.05,
    seed: null,
    folder: openRun(join(folder, out), folder),
    cache: "use",
    env: { HOME: folder },
    git: null,
  };
}

function ground(notes: string[] = [], signal = new AbortController().signal): Omit<Ground, "load"> {
  const hold = { others: () => [], release: () => {} };
  return { oha, machine, pilots: null, hold, signal, note: (line) => notes.push(line) };
}

test("a run ranks its targets although one fails, and a second run measures only the failed one", async (t) => {
  const { folder, target } = scratch(t);
  const targets = [
    await target("plain@1.0", "node", ""),
    await target(
      "breaks",
      "bun",
      `if (request.method === "GET" && ++count > 700) process.exit(7);`,
    ),
  ];
  const first = running(folder, "first", targets);
  const { path, result } = await runTargets(first, ground());
  assert.deepEqual(readResult(path), result);
  assert.deepEqual(
    result.cells
      .map(({ target: name, scenario, status }) => `${name} ${scenario} ${status}`)
      .toSorted(),
    [
      "breaks/bun GET / failed",
      "breaks/bun POST /echo ok",
      "fetch/bun GET / ok",
      "fetch/bun POST /echo ok",
      "node-http/node GET / ok",
      "node-http/node POST /echo ok",
      "plain@1.0/node GET / ok",
      "plain@1.0/node POST /echo ok",
    ],
  );
  const failed = result.cells.find(({ status }) => status === "failed");
  assert.match(failed?.reason ?? "", /round 1: breaks\/bun: exited with code 7/);
  assert.deepEqual(
    result.bridges.map(({ floor, scenario, n }) => `${floor} ${scenario} ${n}`).toSorted(),
    ["fetch/bun GET / 2", "fetch/bun POST /echo 2"],
  );
  assert.equal(result.noise.aa?.n, 2);
  assert.equal(result.run.measured.rounds, 15);
  assert.equal(result.tools.deno.version, "not used");
  const report = readFileSync(join(first.folder.out, "report.md"), "utf8");
  // In the report's Markdown an invisible character follows the @, so that it mentions nobody.
  assert.match(report, /plain@(?:&#8203;)?1\.0\/node/);
  assert.ok(existsSync(join(first.folder.out, "report.html")));

  const notes: string[] = [];
  const second = await runTargets(running(folder, "second", targets), ground(notes));
  assert.equal(notes.filter((line) => line.includes("taken from the cache")).length, 3);
  assert.equal(second.result.run.measured.rounds, 3);
  for (const cell of second.result.cells) {
    const run = cell.framework === "breaks" ? null : first.folder.id;
    assert.equal(cell.replayedFrom?.run ?? null, run, cell.target);
  }

  // No server is started, because the cache has all journals.
  const gone = targets.slice(0, 1).map((one) => ({ ...one, entrant: () => assert.fail() }));
  const third = await runTargets(running(folder, "third", gone), ground());
  assert.equal(third.result.run.measured.rounds, 0);
  assert.ok(
    third.result.cells.every(({ status, replayedFrom }) => status === "ok" && replayedFrom),
  );
  assertAlone();
});

test("a budget that is too short has three rounds and a warning, and a target with other content is measured again", async (t) => {
  const { folder, target } = scratch(t);
  const plain = await target("plain", "node", "");
  const budget = { rounds: null, budgetSeconds: 1.5, requests: requests.slice(0, 1), seed: 7 };
  const { result } = await runTargets({ ...running(folder, "a", [plain]), ...budget }, ground());
  assert.ok(result.cells.every(({ status, efficiency }) => status === "ok" && efficiency));
  const [{ rounds } = { rounds: [] }] = result.cells
    .filter(({ target: name }) => name === "plain/node")
    .map((cell) => cell.efficiency?.toFloor ?? { rounds: [] });
  assert.ok(rounds.length >= 3, `${rounds.length}`);
  assert.equal(result.run.seed, 7);
  const { message = "" } = result.warnings.find(({ code }) => code === "over-budget") ?? {};
  assert.match(
    message,
    /3 rounds of 2 duets.*longer than the budget of 2 s\. On this machine --budget \d+[sm] would be enough for 8/,
  );

  const notes: string[] = [];
  const stop = new AbortController();
  const changed = { ...plain, content: "changed" };
  const asked = { ...running(folder, "b", [changed]), ...budget };
  const interrupted = runTargets(asked, {
    ...ground([], stop.signal),
    note: (line) => {
      notes.push(line);
      // The signal aborts during the second round.
      if (line.includes("round 1 of")) setTimeout(() => stop.abort(), 300);
    },
  });
  await assert.rejects(interrupted, Interrupted);
  assertAlone();
  assert.match(notes[0] ?? "", /^node-http\/node: \d+ records taken from the cache$/);
  assert.match(notes.at(-1) ?? "", /Add --resume/);
  assert.deepEqual(readdirSync(asked.folder.out).toSorted(), ["floors", "journal", "plan.json"]);
  const journal = readFileSync(join(asked.folder.out, "journal/plain.node.jsonl"), "utf8");
  assert.deepEqual(
    journal
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).type),
    ["run", "round"],
  );

  // The resumed run measures the rest, and nothing twice.
  const begun = findBegun(asked.folder.out, folder, v.object({}));
  const resumed = await runTargets({ ...asked, begun }, ground());
  const cell = resumed.result.cells.find(({ target: name }) => name === "plain/node");
  const measured = cell?.efficiency?.toFloor.rounds ?? [];
  assert.ok(measured.length >= 3);
  assert.equal(new Set(measured.map(({ n }) => n)).size, measured.length);
  assert.equal(resumed.result.run.measured.rounds, measured.length - 1);
  assert.equal(resumed.result.run.id, asked.folder.id);
  assert.throws(() => findBegun(asked.folder.out, folder, v.object({})), /is finished/);
  const other = { ...asked, begun, load: { ...asked.load, connections: 11 } };
  await assert.rejects(runTargets(other, ground()), /cannot be resumed: load was/);
});

for (const runtime of ["node", "bun", "deno"] as const) {
  test(`the floor of ${runtime} sends exactly the responses of the targets`, async (t) => {
    const { folder, target } = scratch(t);
    const asked = (method: string, response: Exchange["response"]): Exchange => {
      const body = method === "GET" ? null : "sent";
      return { request: { method, path: "/x?y=1", headers: {}, body }, response };
    };
    const exchanges = [
      echo,
      asked("GET", { status: 404, mediaType: "text/html", body: "<p>Grüße</p>" }),
      asked("GET", { status: 200, mediaType: "none", body: "no type" }),
      asked("GET", { status: 200, mediaType: "text/plain", body: "" }),
      asked("DELETE", { status: 204, mediaType: "none", body: "" }),
    ];
    const run = running(folder, "out", [await target("plain", runtime, "")]);
    const floors = floorsOf({
      ...run,
      requests: exchanges.map((exchange, i) => ({ name: String(i), exchange })),
    });
    const floor = floors.find((one) => one.runtime === runtime);
    for (const exchange of exchanges) {
      const entrant = floor!.entrant(exchange);
      const { response = exchange.response } = entrant.asks ?? {};
      const own = { ...exchange, response };
      const started = await launch(entrant, machine.pinning);
      try {
        assert.equal(departure(own, await keptResponse(started.port, own)), null);
        assert.equal(response.body, exchange.response.body);
      } finally {
        await started.stop();
      }
    }
  });
}

test("a plan that cannot be measured is rejected with a message, before anything starts", async (t) => {
  const { folder, target } = scratch(t);
  const plain = await target("plain", "node", "");
  const none = { ...plain, entrant: () => assert.fail() };
  const run = running(folder, "out", [none]);
  const cases: [Partial<Running>, RegExp][] = [
    [{ targets: [none, none] }, /Two targets are called plain\/node. Give each a label/],
    [{ targets: [{ ...none, name: "fetch/bun" }] }, /fetch\/bun is the name of a floor/],
    [{ requests: [...requests, ...requests] }, /Two requests are called GET \//],
    [{ rounds: 1 }, /--rounds must be at least 2/],
    [{ budgetSeconds: 60 }, /Use --rounds or --budget/],
    [
      { rounds: null, budgetSeconds: 2 },
      /3 rounds of 4 duets.* take 3 s\. Give --budget 5s or more/,
    ],
  ];
  for (const [asked, expected] of cases) {
    await assert.rejects(runTargets({ ...run, ...asked }, ground()), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, expected);
      return true;
    });
  }
});
