import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { warmupOf } from "@deadheat/journal";
import { generatedResult, small } from "../../packages/judge/test/generated-result.ts";
import { builtSite, htmlOf, linksOf, pathsOf } from "./built.ts";

const hostile = "<img src=x onerror=alert(1)>";

const site = builtSite((results) => {
  const write = (name: string, text: string) => {
    mkdirSync(join(results, "vm", name), { recursive: true });
    writeFileSync(join(results, "vm", name, "result.json"), text);
  };
  const result = generatedResult(small);
  write("cut-off", JSON.stringify(result).slice(0, 5000));
  write("wrong-field", JSON.stringify({ ...result, cells: [{ target: hostile }] }));
  const load = { ...result.run.load, warmup: warmupOf(500) };
  write("old-rule", JSON.stringify({ ...result, run: { ...result.run, load } }));
  mkdirSync(join(results, "history/koa/why"), { recursive: true });
  writeFileSync(join(results, "history/koa/why/broken.json"), '{"schema":1}');
});
after(site.remove);
const paths = pathsOf(site.out);

test("the site is built in 60 seconds", (t) => {
  t.diagnostic(`${paths.length} pages in ${site.seconds.toFixed(1)} s`);
  assert.ok(site.seconds < 60);
});

test("every link leads to a page or a file of the site, and every anchor exists", () => {
  for (const path of paths) {
    const html = htmlOf(site.out, path);
    for (const link of linksOf(html, path)) {
      if (link === "data:,") continue;
      const [to = "", anchor] = link.split("#");
      const file = to === "" ? join(path, "index.html") : to.endsWith("/") ? `${to}index.html` : to;
      assert.ok(existsSync(join(site.out, file)), `${path} links to ${link}`);
      if (anchor !== undefined) {
        const there = readFileSync(join(site.out, file), "utf8");
        assert.match(there, new RegExp(`id="?${anchor}\\b`), `${path} links to ${link}`);
      }
    }
  }
});

test("a broken result, and one of an older rule, are left out, and the site says so", () => {
  const left = new Map(site.built.leftOut.map(({ name, reason }) => [name, reason]));
  assert.match(left.get("vm/cut-off") ?? "", /cannot be read/);
  assert.match(left.get("vm/wrong-field") ?? "", /field cells/);
  assert.match(left.get("vm/old-rule") ?? "", /warmed by too few responses/);
  assert.match(left.get("history/koa/why/broken.json") ?? "", /the field deadheat is wrong/);
  const sure = htmlOf(site.out, "/sure/");
  for (const name of left.keys()) assert.ok(sure.includes(name));
  assert.match(htmlOf(site.out, "/"), /left out/);
  for (const path of paths) {
    const html = htmlOf(site.out, path);
    assert.ok(!html.includes(hostile), path);
    if (path !== "/sure/") assert.ok(!html.includes("vm/cut-off"), path);
  }
});

test("a first view has less than 300 kB, all of it from the site", (t) => {
  const shared = ["style.css", "site.js"].reduce(
    (sum, file) => sum + statSync(join(site.out, file)).size,
    0,
  );
  const sizes = paths.map((path) => ({ path, bytes: Buffer.byteLength(htmlOf(site.out, path)) }));
  const largest = sizes.reduce((a, b) => (a.bytes > b.bytes ? a : b));
  const start = gzipSync(htmlOf(site.out, "/")).length;
  t.diagnostic(`${largest.path}: ${largest.bytes + shared} bytes; start, compressed: ${start}`);
  assert.ok(largest.bytes + shared < 300_000);
  for (const path of paths) {
    for (const link of linksOf(htmlOf(site.out, path), path))
      assert.ok(!/^https?:/.test(link), link);
  }
});
