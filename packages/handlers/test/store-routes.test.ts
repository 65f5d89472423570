import assert from "node:assert/strict";
import { test } from "node:test";
import {
  FIRST_ID,
  fortunes,
  LAST_ID,
  queries,
  row,
  scenarioNamed,
  scenarios,
  seededFortunes,
  seededRow,
  seededRows,
  storeNamed,
  storeRoutes,
  stores,
  type AsyncStore,
} from "../src/index.ts";

const asked: number[] = [];
const store: AsyncStore = {
  name: "memory",
  sync: false,
  hello: async () => "Hello World!",
  row: async (id) => seededRow(id),
  rows: async (ids) => {
    asked.splice(0, asked.length, ...ids);
    return ids.map(seededRow);
  },
  fortunes: async () => [...seededFortunes],
  close: async () => {},
};

/** The page of TechEmpower's specification, with the script escaped and the row added. */
const PAGE =
  "<!DOCTYPE html><html><head><title>Fortunes</title></head><body><table>" +
  "<tr><th>id</th><th>message</th></tr>" +
  "<tr><td>11</td><td>&lt;script&gt;alert(&quot;This should not be displayed in a browser alert box.&quot;);&lt;/script&gt;</td></tr>" +
  "<tr><td>4</td><td>A bad random number generator: 1, 1, 1, 1, 1, 4.33e+67, 1, 1, 1</td></tr>" +
  "<tr><td>5</td><td>A computer program does what you tell it to do, not what you want it to do.</td></tr>" +
  "<tr><td>2</td><td>A computer scientist is someone who fixes things that aren&#39;t broken.</td></tr>" +
  "<tr><td>8</td><td>A list is only as strong as its weakest link. — Donald Knuth</td></tr>" +
  "<tr><td>0</td><td>Additional fortune added at request time.</td></tr>" +
  "<tr><td>3</td><td>After enough decimal places, nobody gives a damn.</td></tr>" +
  "<tr><td>7</td><td>Any program that runs right is obsolete.</td></tr>" +
  "<tr><td>10</td><td>Computers make very fast, very accurate mistakes.</td></tr>" +
  "<tr><td>6</td><td>Emacs is a nice operating system, but I prefer UNIX. — Tom Christaensen</td></tr>" +
  "<tr><td>9</td><td>Feature: A bug with seniority.</td></tr>" +
  "<tr><td>1</td><td>fortune: No such file or directory</td></tr>" +
  "<tr><td>12</td><td>フレームワークのベンチマーク</td></tr>" +
  "</table></body></html>";

test("the fortunes are TechEmpower's: a row added, sorted, escaped", async () => {
  assert.equal(seededFortunes.length, 12);
  assert.equal(await fortunes.handle(store), PAGE);
  assert.equal(fortunes.exchanges("t")[0].response.body, PAGE);
  // Rendering a page leaves the store's rows unchanged.
  assert.equal(await fortunes.handle(store), PAGE);
});

test("queries requests the given number of random rows, from 1 to 500", async () => {
  const counts = new Map<number, (string | null | undefined)[]>([
    [20, ["20"]],
    [500, ["500", "501", "99999"]],
    [1, ["1", "0", "-3", "foo", "", null, undefined]],
  ]);
  for (const [expected, texts] of counts) {
    for (const text of texts) {
      await queries.handle(store, text);
      assert.equal(asked.length, expected, String(text));
      assert.ok(asked.every((id) => id >= FIRST_ID && id <= LAST_ID && Number.isInteger(id)));
    }
  }
  await queries.handle(store, "500");
  assert.ok(new Set(asked).size > 400);
});

test("a queries body is right or wrong by TechEmpower's rules", () => {
  const [exchange] = queries.exchanges("t");
  const problemOf = exchange.response.problemOf as (body: string) => string | null;
  const rows = Array.from({ length: 20 }, (_, i) => seededRow(FIRST_ID + 7 * i));
  assert.equal(problemOf(JSON.stringify(rows)), null);
  const wrong: [unknown, RegExp][] = [
    ["Hello", /no JSON/],
    [rows[0], /no array/],
    [rows.slice(1), /19 rows instead of 20/],
    [[...rows.slice(1), { id: 5, randomNumber: 1 }], /id 5 is not in the table/],
    [[...rows.slice(1), { ...rows[0], randomNumber: 1 }], /has 1 instead of/],
    [[...rows.slice(1), { ...rows[0], more: 1 }], /with more/],
    [[...rows.slice(1), null], /null is no row/],
    [rows.map(() => rows[0]), /only 1 different/],
  ];
  for (const [value, problem] of wrong) {
    const body = typeof value === "string" ? value : JSON.stringify(value);
    assert.match(problemOf(body) ?? "right", problem);
  }
});

test("all rows have one length, so that the length of a body is a check", () => {
  const lengths = new Set(seededRows().map((one) => JSON.stringify(one).length));
  assert.equal(lengths.size, 1);
  assert.equal(seededRows().length, 10_000);
  // TechEmpower's own numbers go from 1 to 10,000.
  assert.ok(seededRows().every((one) => one.randomNumber >= 1000 && one.randomNumber <= 9999));
  const [first] = queries.exchanges("t");
  const other = Array.from({ length: 20 }, (_, i) => seededRow(LAST_ID - i));
  assert.equal(first.response.body.length, JSON.stringify(other).length);
});

test("load requests any row, and each check another one", () => {
  const [load, ...checks] = row.exchanges("t");
  assert.ok(load.random);
  const every = new RegExp(`^${load.random.prefix}${load.random.pattern}$`);
  for (const id of [FIRST_ID, LAST_ID, 12_345]) assert.match(`/row/${id}`, every);
  assert.doesNotMatch(`/row/${FIRST_ID - 1}`, every);
  assert.doesNotMatch(`/row/${LAST_ID + 1}`, every);
  assert.ok(new Set(checks.map((exchange) => exchange.response.body)).size > 2);
});

test("every store has its scenarios, and every scenario a route", () => {
  for (const { name, service } of stores) {
    const own = scenarios.filter((scenario) => scenario.store === name).map((s) => s.name);
    const expected = service === "redis" ? [name] : [name, `${name}-row`];
    if (name === "pg") expected.push("pg-queries", "pg-fortunes");
    assert.deepEqual(own, expected);
  }
  for (const scenario of scenarios.filter((s) => s.store !== null)) {
    assert.ok(storeRoutes.some((route) => route.name === scenario.route));
  }
  assert.equal(scenarioNamed("pg-queries").exchange.request.path, "/queries?queries=20");
  assert.throws(() => storeNamed("mysql"), /unknown store "mysql".*ioredis.*bun-sql/);
});
