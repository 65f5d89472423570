import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { renderCompared } from "@deadheat/report";
import { drawCompared } from "../src/folder/compared.ts";
import { compare } from "../src/index.ts";
import { folderOf } from "./config-folder.ts";

const server = (loops: number, note: string) => `
  import { createServer } from "node:http";
  let sum = 0;
  createServer((request, response) => {
    for (let i = 0; i < ${loops}; i++) sum += Math.sqrt(i);
    response.end("Hello");
  }).listen(process.env.PORT, "127.0.0.1"); // ${note}`;

const quick = { warmupRequests: 300, windowSeconds: 0.5, rounds: 1, allowConcurrent: true };

test("several servers are compared with the first, ranked in one table, and written in every format", async (t) => {
  const cwd = folderOf(t, {
    "a.mjs": server(2000, "a"),
    "b.mjs": server(2000, "b"),
    "slow.mjs": server(200_000, "slow"),
  });
  const out = join(cwd, "out");
  const named = { base: "./a.mjs", new: "./b.mjs", others: ["./slow.mjs"] };
  const { ranking = [], comparisons, ...rest } = await compare({ ...named, ...quick, cwd, out });
  assert.deepEqual(
    comparisons.map((one) => [one.base, one.new, one.n]),
    [
      ["a.mjs/node", "b.mjs/node", 1],
      ["a.mjs/node", "slow.mjs/node", 1],
    ],
  );
  const [{ servers, pairs, scenario } = assert.fail()] = ranking;
  assert.deepEqual([scenario, pairs, servers.length], ["GET /", 3, 3]);
  const slow = servers.find((one) => one.server === "slow.mjs/node") ?? assert.fail();
  assert.ok((slow.timeRatio?.ratio ?? 0) > 2, "above 1 is slower");
  assert.equal(servers.find((one) => one.server === "a.mjs/node")?.timeRatio, null);
  for (const one of comparisons) assert.ok(Math.abs(one.timeRatio.ratio * one.ratio - 1) < 1e-9);
  const text = renderCompared({ ...rest, comparisons, ranking });
  assert.match(text, /^rank +server +CPU per request +vs\. base/m);
  const cells = [...text.matchAll(/^ *[\d-]+ {2}\S+ +[\d.]+ (µs|ms)/gm)].map(([, unit]) => unit);
  assert.deepEqual([cells.length, new Set(cells).size], [3, 1], "one unit in the column");

  await drawCompared(out, ["csv", "junit", "benchstat", "md"]);
  const read = (file: string) => readFileSync(join(out, file), "utf8");
  assert.equal(read("report.csv").split("\r\n").length, 1 + 2 * 4 + 1);
  assert.match(read("report.junit.xml"), /<testsuites tests="1" failures="0"/);
  const lines = read("report.benchstat.txt").split("\n");
  assert.equal(lines.filter((line) => /^BenchmarkGET_\/ 1 \S+ sec\/op /.test(line)).length, 4);
  assert.deepEqual(
    lines.filter((line) => line.startsWith("server: ")),
    ["a.mjs", "b.mjs", "a.mjs", "slow.mjs"].map((name) => `server: ${name}/node`),
  );
  assert.ok(existsSync(join(out, "report.md")));
  await assert.rejects(
    compare({ ...named, others: ["./b.mjs"], ...quick, cwd }),
    /\.\/b\.mjs is named twice/,
  );
});
