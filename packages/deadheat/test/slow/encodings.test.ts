import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { compare } from "../../src/index.ts";
import { setVariables } from "../../../journal/test/scratch.ts";
import { folderOf } from "../config-folder.ts";

const server = (pack: string, encoding: string) => `import { createServer } from "node:http";
  import { ${pack} } from "node:zlib";
  const body = ${pack}("Hello! ".repeat(1000));
  createServer((request, response) => {
    response.setHeader("content-type", "text/plain");
    response.setHeader("content-encoding", "${encoding}");
    response.end(body);
  }).listen(Number(process.env.PORT), process.env.HOST);`;

test("the same content in other encodings is the same, and both sizes are printed", async (t) => {
  const cwd = folderOf(t, {
    "gzip.mjs": server("gzipSync", "gzip"),
    "br.mjs": server("brotliCompressSync", "br"),
  });
  setVariables(t, { DEADHEAT_STATE_DIR: join(cwd, "state") });
  const quick = { rounds: 2, warmupRequests: 1000, windowSeconds: 0.8, out: join(cwd, "out") };
  const { comparisons } = await compare({ base: "./gzip.mjs", new: "./br.mjs", cwd, ...quick });
  const messages = comparisons[0]?.warnings.map(({ message }) => message) ?? [];
  assert.ok(
    messages.some((message) =>
      /The response to GET \/ is \d+ bytes in gzip from gzip.mjs\/node and \d+ in br from/.test(
        message,
      ),
    ),
    messages.join("\n"),
  );
});
