import assert from "node:assert/strict";
import { test } from "node:test";
import { compare } from "../../src/index.ts";
import { commitAll, write } from "../../../versions/test/revisions-repository.ts";
import { files, manifest, quick, server } from "../built-server.ts";
import { repositoryOf } from "../repository-with-oha.ts";

test("each revision is started as its own files say, on the Node that builds it", async (t) => {
  const cwd = await repositoryOf(t, files("node server.js", 0));
  write(cwd, {
    "package.json": manifest("node other.js"),
    "other.js": `// other\n${server(0)}`,
  });
  commitAll(cwd, "second");
  const notes: string[] = [];
  const onProgress = (line: string) => notes.push(line);
  const compared = await compare({ base: "HEAD~1", new: "HEAD", cwd, ...quick, onProgress });
  const [one] = compared.comparisons;
  assert.ok((one?.n ?? 0) > 0);
  const said = notes.join("\n");
  assert.match(said, /Server of HEAD~1: node server\.js.*\nServer of HEAD: node other\.js/);
});
