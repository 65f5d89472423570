import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { serveFolder } from "../src/serve-folder.ts";
import { temporaryFolder } from "../../packages/journal/test/scratch.ts";

/** Sends a path as it is, which `fetch` would not. */
function statusOf(url: string, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    });
    asked.on("error", reject).end();
  });
}

test("the server of the site serves its folder alone, and no path ends it", async (t) => {
  const outside = temporaryFolder(t);
  const folder = join(outside, "dist");
  mkdirSync(join(folder, "sure"), { recursive: true });
  writeFileSync(join(outside, "secret"), "secret");
  for (const page of ["index.html", "sure/index.html"]) writeFileSync(join(folder, page), "<p>");
  const { url, close } = await serveFolder(folder);
  t.after(close);
  const hostile = ["/../secret", "/%2e%2e%2fsecret", "/..%5csecret", "/%", "/%00", "/absent"];
  for (const path of hostile) assert.equal(await statusOf(url, path), 404, path);
  assert.equal(await statusOf(url, "//"), 200);
  assert.equal(await statusOf(url, "/sure"), 301);
  assert.equal(await statusOf(url, "/sure/"), 200);
});
