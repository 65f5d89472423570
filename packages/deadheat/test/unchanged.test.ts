import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { compare } from "../src/index.ts";
import { repositoryIn, scratchOf, write } from "../../versions/test/revisions-repository.ts";

test("a working tree without changes is refused before anything is checked out or installed", async (t) => {
  const cwd = repositoryIn(join(scratchOf(t), "repository"), {
    "server.mjs": `export default { fetch: () => new Response("one") };`,
    "package.json": `{ "dependencies": { "no-such-package": "file:./missing.tgz" } }`,
  });
  const notes: string[] = [];
  const run = () =>
    compare({
      cwd,
      base: "main",
      app: "server.mjs",
      onProgress: (line: string) => void notes.push(line),
    });
  await assert.rejects(run(), {
    name: "EnvironmentError",
    message:
      /^main and the working tree are the same: nothing has changed\. Change something first/,
  });
  assert.deepEqual(
    notes.filter((line) => /checking out|npm/.test(line)),
    [],
  );
  // Whatever may differ is installed first.
  write(cwd, { "server.mjs": `export default { fetch: () => new Response("two") };` });
  await assert.rejects(run(), /missing\.tgz|no-such-package/);
});
