import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { checkPages } from "../src/pages/check.ts";
import { pagesDirectory } from "../src/pages/contract.ts";
import type { PageTarget } from "../src/pages/manifest.ts";
import { outlineOf } from "../src/pages/outline.ts";
import { explainPages, pageTarget } from "../src/pages/explain.ts";
import { pageModes } from "../src/pages/profiles.ts";
import { runPages } from "../src/pages/run.ts";
import { discoverPages, selectPages } from "../src/pages/targets.ts";
import { ANYWHERE } from "../src/verify/verify-all.ts";
import { temporaryFolder } from "./fixtures.ts";

const folder = temporaryFolder({ after });

const pattern = pathToFileURL(join(pagesDirectory, "shop", "html.js")).href;

/** Returns a target whose server sends the right pages, changed by `cheat`, an expression of `html`, `url` and `now`. */
function serverOf(name: string, cheat: string): PageTarget {
  const start = `${name}.mjs`;
  writeFileSync(
    join(folder, start),
    `import { createServer } from "node:http";
     import { pageOf } from ${JSON.stringify(pattern)};
     const started = Date.now();
     createServer(({ url }, response) => {
       const page = pageOf(url);
       const now = Date.now();
       const html = page.before + now + page.after;
       response.setHeader("content-type", "text/html").end(${cheat});
     }).listen(process.env.PORT, "127.0.0.1");`,
  );
  const manifest = {
    framework: name,
    package: null,
    homepage: "https://example.com",
    renderer: name,
    runtimes: ["node" as const],
    start: [start],
  };
  const target = `${name}/node`;
  const names = { name: target, framework: name, reference: target };
  return { ...names, runtime: "node", directory: folder, manifest, unsupported: null };
}

async function verdictOn(name: string, cheat: string) {
  const target = serverOf(name, cheat);
  const floor = serverOf("honest", "html");
  const conditions = { pinning: ANYWHERE, signal: new AbortController().signal };
  return checkPages(target, floor, conditions, new Map());
}

describe("the check of a page", () => {
  test("an honest server passes", async () => {
    const found = await verdictOn(
      "other",
      `html.replace("<main>", '<!-- --><div id="root">\\n<main>')`,
    );
    assert.deepEqual(
      found.map(({ status }) => status),
      ["ok", "ok", "ok"],
    );
  });

  const cheats: [string, string, RegExp][] = [
    ["cached", "page.before + started + page.after", /it is cached/],
    ["cached-by-url", "(globalThis[url] ??= html)", /it is cached/],
    ["unescaped", `html.replaceAll("&lt;", "<")`, /instead of (a href|h1)/],
    [
      "99-products",
      `html.replace(/<li class="[^"]*"><h2><a href="\\/products\\/57".*?<\\/em><\\/li>/, "")`,
      /instead of li \.product \.sale|after the last|instead of p "You|instead of header/,
    ],
    [
      "no-query",
      `html.replace(/You searched for .*?<\\/p>/, "You searched for</p>")`,
      /You searched for/,
    ],
    [
      "no-class",
      `html.replaceAll("sold-out", "")`,
      /li \.product instead of li \.product \.sale \.sold-out|\.sold-out/,
    ],
    ["no-title", `html.replace(/<title>.*?<\\/title>/, "")`, /the title "" instead of "Products"/],
    ["late", "page.before + (now + 60_000) + page.after", /the page was made at/],
  ];
  for (const [name, cheat, reason] of cheats) {
    test(`a server is caught: ${name}`, async () => {
      for (const found of await verdictOn(name, cheat)) {
        assert.equal(found.status, "failed");
        assert.match(found.reason ?? "", reason);
      }
    });
  }
});

test("the outline of a page has no scripts, comments and white space", () => {
  const html = `<!doctype html><html lang="en"><head><title>A</title></head><body><div id="root"><h1>1<!-- --> of\n 2</h1>
    <script>x</script><a class="active" href="/x">&lt;b&gt;</a><p class="b a"> </p></div></body></html>`;
  assert.deepEqual(outlineOf(html), {
    lang: "en",
    title: "A",
    lines: ['h1 "1 of 2"', 'a href=/x "<b>"', "p .a .b"],
  });
});

test("a framework brings its renderer and the floor with it", () => {
  const names = selectPages(discoverPages(), ["next/node"]).map(({ name }) => name);
  assert.deepEqual(names, ["page-floor/node", "react-stream/node", "next/node"]);
  assert.throws(
    () => selectPages(discoverPages(), ["gatsby"]),
    /No server of pages is called "gatsby"/,
  );
});

test("an explanation of pages compares a framework with its renderer, and needs two servers", async () => {
  const next = pageTarget("next/node");
  assert.equal(next?.reference, "react-stream/node");
  assert.equal(pageTarget("hono/node"), undefined);
  const floor = pageTarget("page-floor/node") as PageTarget;
  const io = {} as Parameters<typeof explainPages>[2];
  await assert.rejects(
    explainPages({ base: floor, new: floor }, { scenario: "page-list" }, io),
    /page-floor\/node has no renderer\. Name a base too/,
  );
});

test("pages have latency and memory growth beside duets, and no other measure", () => {
  assert.deepEqual(pageModes(["memory-growth"]).measure, ["duets", "memory-growth"]);
  assert.equal(pageModes(["latency"]).latency?.commonRate, 20);
  assert.throws(() => pageModes(["sweep"]), /--measure sweep does not work for pages/);
});

test("the folder of another run is refused before anything is installed", async (t) => {
  const out = temporaryFolder(t);
  writeFileSync(join(out, "result.json"), "{}");
  const io = { note: (line: string) => assert.fail(line), signal: new AbortController().signal };
  const used = /has another run\. Choose another folder with --out/;
  await assert.rejects(runPages({ profile: "ssr", out }, io as never), used);
  const [next, base] = [pageTarget("next/node"), pageTarget("react-stream/node")];
  assert.ok(next && base);
  const asked = { scenario: "page-list", out } as const;
  await assert.rejects(explainPages({ base, new: next }, asked, io as never), used);
});
