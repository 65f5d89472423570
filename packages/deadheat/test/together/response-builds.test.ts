// Pages of two builds of one source, modelled on the real ones: their ids and hashed names differ, and nothing else.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { acrossForms, formOf, type Form } from "../../src/response/form.ts";

const hex = "0123456789abcdef";
const base36 = "0123456789abcdefghijklmnopqrstuvwxyz";
const base64 = `${base36}ABCDEFGHIJKLMNOPQRSTUVWXYZ-_`;

function drawn(length: number, from: string): string {
  return Array.from({ length }, () => from[Math.floor(Math.random() * from.length)]).join("");
}

type Page = (rows?: number, title?: string) => string;

const list = (count: number) =>
  Array.from({ length: count }, (_, i) => `<li><a href="/item/${i}">Item ${i}</a></li>`).join("");

/** Builds by framework. Each call draws the ids of one build. */
const builds: Record<string, () => Page> = {
  // Next.js 16 with turbopack, as fetched from two builds
  next() {
    const [id, ...chunks] = [drawn(21, base64), ...[1, 2, 3].map(() => drawn(13, `${base36}-_`))];
    return (count = 100, title = "Rows") =>
      `<head>${chunks.map((one) => `<script src="/_next/static/chunks/${one}.js" async=""></script>`).join("")}` +
      `<script src="/_next/static/chunks/turbopack-${chunks[0]}.js"></script></head><h1>${title}</h1><ul>${list(count)}</ul>` +
      String.raw`<script>self.__next_f.push([1,"0:{\"P\":null,\"b\":\"${id}\",\"c\":[\"\",\"\"]}"])</script>`;
  },
  webpack() {
    const names = ["main-app", "webpack", "4bd1b696", "app/page"];
    const hashes = names.map(() => drawn(16, hex));
    return (count = 100, title = "Rows") =>
      names
        .map((name, i) => `<script src="/_next/static/chunks/${name}-${hashes[i]}.js"></script>`)
        .join("") +
      `<link href="/_next/static/css/${hashes[1]}.css"/><h1>${title}</h1><ul>${list(count)}</ul>`;
  },
  sveltekit() {
    const [id, start, app] = [drawn(7, base36), drawn(8, base64), drawn(8, base64)];
    return (count = 100, title = "Rows") =>
      `<link href="./_app/immutable/entry/start.${start}.js" rel="modulepreload"><h1>${title}</h1><ul>${list(count)}</ul>` +
      `<script>{ __sveltekit_${id} = { base: "" }; Promise.all([import("../_app/immutable/entry/start.${start}.js"), ` +
      `import("../_app/immutable/entry/app.${app}.js")]); }</script>`;
  },
  nuxt() {
    const [id, entry, style] = [randomUUID(), drawn(8, base64), drawn(8, base64)];
    return (count = 100, title = "Rows") =>
      `<link rel="stylesheet" href="/_nuxt/entry.${style}.css"><script src="/_nuxt/${entry}.js"></script><h1>${title}</h1>` +
      `<ul>${list(count)}</ul><script>window.__NUXT__.config={app:{buildId:"${id}",buildAssetsDir:"/_nuxt/"}}</script>`;
  },
  tanstack() {
    return (count = 100, title = "Rows") =>
      `<h1>${title}</h1><ul>${list(count)}</ul><script>$R={i:"__root__",u:${Date.now() - Math.floor(1e6 * Math.random())}}</script>`;
  },
};

function formed(page: Page, ...args: Parameters<Page>): Form {
  const form = formOf([page(...args), page(...args), page(...args)]);
  assert.ok(form);
  return form;
}

for (const [name, build] of Object.entries(builds)) {
  test(`two builds of ${name} are the same; a missing row or another title is not`, () => {
    for (let n = 0; n < 100; n++) {
      const [base, next] = [build(), build()];
      const own = formed(base);
      const { problem, ids } = acrossForms(own, formed(next));
      assert.equal(problem, null);
      if (name !== "tanstack") assert.ok(ids.length > 0);
      assert.match(acrossForms(own, formed(next, 99)).problem ?? "", /^body from character .*»/);
      assert.match(acrossForms(own, formed(next, 100, "Raws")).problem ?? "", /R»aws/);
    }
  });
}
