import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { temporaryFolder } from "../../../journal/test/scratch.ts";
import { readRequests } from "../../src/config/read-requests.ts";
import type { Request } from "../../src/config/config.ts";
import type { Trial } from "../../src/provenance/trial.ts";
import { weightsOf } from "../../src/touch/mixed.ts";
import { selected } from "../../src/touch/selected.ts";
import type { Touched } from "../../src/touch/touched.ts";

function selectedOf(
  requests: readonly Request[],
  touch: Touched["touch"],
  causes: Touched["causes"] = [],
  cpuSeconds: readonly number[] = [],
) {
  const asked = readRequests(requests, process.cwd(), "requests");
  const exchanges = asked.map(({ request, paths }) => ({
    request,
    response: { status: 200, mediaType: null, body: request.path },
    ...(paths && {
      variants: paths.drawn.map((path) => ({
        request: { ...request, path },
        response: { status: 200, mediaType: null, body: path },
      })),
    }),
  }));
  const side = { exchanges, remarks: asked.map(() => []) } as unknown as Trial;
  return selected({ base: side, new: side }, asked, { touch, causes }, cpuSeconds);
}

const namesOf = ({ requests }: ReturnType<typeof selectedOf>) => requests.map(({ name }) => name);
const pathsIn = ({ base }: ReturnType<typeof selectedOf>, i: number) =>
  base.exchanges[i]?.variants?.map(({ request }) => request.path);
const gets = ["/a", "/b", "/c", "/d", "/e", "/f"].map((path) => `GET ${path}`);

test("requests that run changed code are measured each, and untouched ones are not", () => {
  const found = selectedOf(gets, [
    "direct",
    "untouched",
    "untouched",
    "direct",
    "untouched",
    "untouched",
  ]);
  assert.deepEqual(namesOf(found), ["GET /a", "GET /d"]);
  const { direct, indirect, mixed, of } = found.touched;
  assert.deepEqual(
    { direct, indirect, mixed, of },
    { direct: namesOf(found), indirect: 0, mixed: 0, of: 6 },
  );
});

test("one load draws from many requests that a change may touch", () => {
  const found = selectedOf(gets, ["direct", ...Array<"indirect">(5).fill("indirect")], ["startup"]);
  assert.deepEqual(namesOf(found), ["mix of 5 requests", "GET /a"]);
  assert.deepEqual(pathsIn(found, 0), ["/b", "/c", "/d", "/e", "/f"]);
  assert.deepEqual(found.requests[0]?.together, gets.slice(1));
  assert.equal(found.touched.mixed, 5);
  // Few of them are measured each.
  const few = selectedOf(gets.slice(0, 2), ["direct", "indirect"], ["startup"]);
  assert.deepEqual(namesOf(few), ["GET /a", "GET /b"]);
  assert.equal(few.touched.mixed, 0);
});

test("what a request changes for others is measured beside it", () => {
  const found = selectedOf(gets.slice(0, 2), ["direct", "indirect"], ["effects"]);
  assert.deepEqual(namesOf(found), ["mix of 2 requests", "GET /a"]);
  assert.deepEqual(pathsIn(found, 0), ["/a", "/b"]);
});

test("requests that one load cannot send, or that have their own limits, are measured each", () => {
  const others: Request[] = [
    { request: "POST /a", body: "{}" },
    { request: "GET /g", headers: { accept: "text/html" } },
    { request: "GET /h", gate: "1%" },
  ];
  const touch = Array<"indirect">(9).fill("indirect");
  const found = selectedOf([...gets, ...others], touch, ["files"]);
  assert.deepEqual(namesOf(found), ["mix of 6 requests", "POST /a", "GET /g", "GET /h"]);
  assert.deepEqual(found.requests[3]?.gate, { cpu: 0.01 });
});

test("a load draws so that each request takes as much CPU time, or has its share", () => {
  const asked = readRequests(["GET /a", "GET /b", "GET /c"], process.cwd(), "requests");
  assert.deepEqual(weightsOf(asked, [1, 2, 4]), [4, 2, 1]);
  assert.deepEqual(weightsOf(asked, [0.000_1, 1, 1]), [20, 1, 1]);
  assert.deepEqual(weightsOf(asked, [0, 0, 0]), [1, 1, 1]);
  const shared = asked.map((one, i) => ({ ...one, share: [1, 2, 7][i] ?? null }));
  assert.deepEqual(weightsOf(shared, [1, 2, 4]), [100, 200, 700]);
});

test("a request with several values keeps its weight", (t) => {
  const values = ["1", "2", "3"];
  const file = join(temporaryFolder(t), "ids.txt");
  writeFileSync(file, values.join("\n"));
  const found = selectedOf(
    [...gets.slice(0, 4), { request: "GET /items/:id", values: file }],
    Array<"indirect">(5).fill("indirect"),
  );
  const drawn = pathsIn(found, 0) ?? [];
  assert.equal(drawn.filter((path) => path.startsWith("/items")).length, drawn.length / 5);
  assert.equal(new Set(drawn).size, 4 + values.length);
});
