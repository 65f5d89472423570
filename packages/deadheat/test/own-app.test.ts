import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isolation, wantIsolation } from "@deadheat/measure";
import {
  commitAll,
  git,
  repositoryIn,
  scratchOf,
  write,
} from "../../versions/test/revisions-repository.ts";
import { bothSides } from "./both-sides.ts";

const says = (text: string) => `export default { fetch: () => new Response("${text}") };`;
const uses = (module: string) =>
  `import word from "${module}"; export default { fetch: () => new Response(word) };`;

test("--app-from new measures both with the new file, and is rejected if nothing else differs", async (t) => {
  const cwd = repositoryIn(join(scratchOf(t), "repository"), {
    "server.mjs": uses("./word.mjs"),
    "word.mjs": `export default "old";`,
  });
  write(cwd, { "server.mjs": `${uses("./word.mjs")} // improved` });
  const options = { base: "main", app: "server.mjs", appFrom: "new" } as const;
  const nothing = await bothSides(cwd, options);
  assert.match(nothing.refused ?? "", /^nothing was tested: server\.mjs differs between main/);
  assert.match(nothing.notes.join(), /changes of that file are not measured \(--app-from each/);
  write(cwd, { "word.mjs": `export default "new";` });
  const found = await bothSides(cwd, options);
  assert.deepEqual([found.base, found.new, found.refused], ["old", "new", null]);
});

test("a file that neither revision has is taken from the working tree, and from any other folder", async (t) => {
  const scratch = scratchOf(t);
  const cwd = repositoryIn(join(scratch, "repository"), { "word.mjs": `export default "v1";` });
  git(cwd, "tag", "v1");
  write(cwd, { "word.mjs": `export default "v2";` });
  commitAll(cwd, "second");
  git(cwd, "tag", "v2");
  write(cwd, { "bench/server.mjs": uses("../word.mjs") });
  write(scratch, { "elsewhere/server.mjs": uses("./word.mjs") });
  for (const app of ["bench/server.mjs", "../elsewhere/server.mjs"]) {
    const found = await bothSides(cwd, { base: "v1", new: "v2", app });
    assert.deepEqual([found.base, found.new, found.refused], ["v1", "v2", null]);
    assert.match(
      found.notes.join(),
      /^neither v1.* nor v2.* has .*server\.mjs: the working tree's/,
    );
  }
  const only = await bothSides(cwd, { base: "v1", app: "bench/server.mjs" });
  assert.deepEqual([only.base, only.new, only.refused], ["v1", "v2", null]);
  assert.match(only.notes.join(), /^v1.* has no bench\/server\.mjs: the working tree's is placed/);
});

test("each revision is measured with its own file, although it was moved, and the output says that the two differ", async (t) => {
  const body = (text: string) =>
    `// A server.\n// It answers one word.\n// It has no options.\n${says(text)}\n`;
  const cwd = repositoryIn(join(scratchOf(t), "repository"), { "server.mjs": body("old") });
  mkdirSync(join(cwd, "src"));
  git(cwd, "mv", "server.mjs", "src/server.mjs");
  write(cwd, { "src/server.mjs": body("new") });
  const found = await bothSides(cwd, { base: "main", app: "src/server.mjs" });
  assert.deepEqual([found.base, found.new, found.refused], ["old", "new", null]);
  assert.match(
    found.notes.join(),
    /^src\/server\.mjs differs between .*\(server\.mjs there, src\/server\.mjs here\).* own \(--app-from new/,
  );
});

test("a moved file that looks like a new file does not pass as tested", async (t) => {
  const cwd = repositoryIn(join(scratchOf(t), "repository"), { "server.mjs": says("old") });
  git(cwd, "rm", "--quiet", "server.mjs");
  write(cwd, {
    "src/main.mjs": `import http from "node:http";\nhttp.createServer((q, r) => r.end("new"))\n.listen(process.env.PORT, "127.0.0.1");`,
  });
  const found = await bothSides(cwd, { base: "main", app: "src/main.mjs" });
  assert.match(found.refused ?? "", /^nothing was tested: src\/main\.mjs differs/);
});

test("a change that no server loads is allowed, and a note says so", async (t) => {
  const cwd = repositoryIn(join(scratchOf(t), "repository"), {
    "server.mjs": says("same"),
    "README.md": "old",
  });
  write(cwd, { "README.md": "new", "test/server.test.mjs": "// new" });
  const found = await bothSides(cwd, { base: "main", app: "server.mjs" });
  assert.deepEqual([found.refused, found.notes], [null, []]);
  assert.match(
    found.note ?? "",
    /^Nothing to compare: the change touches no file that the server loads/,
  );
});

const bundling = {
  ".gitignore": "dist\n",
  "package.json": `{ "type": "module" }`,
  "server.js": uses("./word.js"),
  "word.js": `export default "old";`,
  // Inlines the one module, as a bundler does.
  "build.js": `import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
    const out = process.argv[2] ?? "dist";
    mkdirSync(out, { recursive: true });
    const word = readFileSync("word.js", "utf8").replace("export default", "const word =");
    const server = readFileSync("server.js", "utf8").replace(/^import[^;]+;/, "");
    writeFileSync(out + "/server.js", word + server);`,
};

test("a change of data that a server may read is tested", async (t) => {
  const cwd = repositoryIn(join(scratchOf(t), "repository"), {
    "server.mjs": says("same"),
    "data.json": "[1]",
  });
  write(cwd, { "data.json": "[2]" });
  const found = await bothSides(cwd, { base: "main", app: "server.mjs" });
  assert.deepEqual([found.refused, found.notes, found.note], [null, [], null]);
});

test("each revision gets a build of its own", async (t) => {
  const cwd = repositoryIn(join(scratchOf(t), "repository"), bundling);
  write(cwd, { "word.js": `export default "new";`, "dist/server.js": says("stale") });
  const setup = "node build.js";
  const found = await bothSides(cwd, { base: "main", app: "dist/server.js", setup });
  assert.deepEqual([found.base, found.new, found.refused], ["old", "new", null]);
});

test("a missing build, or one build for both revisions, is rejected", async (t) => {
  const scratch = scratchOf(t);
  const cwd = repositoryIn(join(scratch, "repository"), bundling);
  write(cwd, { "word.js": `export default "new";`, "dist/server.js": says("stale") });
  const app = "dist/server.js";
  await assert.rejects(bothSides(cwd, { base: "main", app }), {
    name: "UsageError",
    message: /^Git ignores dist\/server\.js, so no revision has it\. Build it in each with --setup/,
  });
  const stale = await bothSides(cwd, { base: "main", app, appFrom: "tree" });
  assert.match(
    stale.refused ?? "",
    /^nothing was tested: word\.js, from which dist\/server\.js may/,
  );

  // Both builds write to one folder, and the second build overwrites the first.
  const out = join(scratch, "out");
  const outside = { base: "main", app: "start.mjs", setup: `node build.js ${out}` };
  write(cwd, { "start.mjs": `export { default } from ${JSON.stringify(join(out, "server.js"))};` });
  write(scratch, { "out/package.json": `{ "type": "module" }` });
  if ((await isolation()).mode !== "none") {
    // An isolated server does not see that folder.
    await assert.rejects(bothSides(cwd, outside), /Cannot find module '\S+out\/server\.js'/);
  }
  wantIsolation(false);
  t.after(() => wantIsolation(true));
  const shared = await bothSides(cwd, outside);
  assert.match(shared.refused ?? "", /out\/server\.js, which lies outside of its checkout/);

  // A bundle elsewhere is one file for both.
  const bundled = await bothSides(cwd, { base: "main", app: "../out/server.js", setup: "true" });
  assert.match(
    bundled.refused ?? "",
    /^nothing was tested: \S+, from which \S+ may be built, differs/,
  );
});

test("a source map shows that a committed build is older than its sources", async (t) => {
  const cwd = repositoryIn(join(scratchOf(t), "repository"), {
    "dist/server.mjs": says("same"),
    "dist/server.mjs.map": JSON.stringify({ version: 3, sources: ["../src/server.ts"] }),
    "src/server.ts": says("same"),
  });
  write(cwd, { "src/server.ts": says("slower") });
  const found = await bothSides(cwd, { base: "main", app: "dist/server.mjs" });
  assert.match(found.refused ?? "", /^nothing was tested: src\/server\.ts differs/);
});

test("if a package differs in the lockfile and both servers load one version, the comparison is rejected", async (t) => {
  const lock = (version: string) =>
    JSON.stringify({
      lockfileVersion: 3,
      packages: { "": {}, "node_modules/word": { version, resolved: "vendor/word", link: false } },
    });
  const cwd = repositoryIn(join(scratchOf(t), "repository"), {
    "package-lock.json": lock("1.0.0"),
    "node_modules/word/package.json": `{ "name": "word", "version": "1.0.0", "main": "index.js" }`,
    "node_modules/word/index.js": `module.exports = "word";`,
    "server.mjs": uses("word"),
  });
  write(cwd, { "package-lock.json": lock("2.0.0") });
  const found = await bothSides(cwd, { base: "main", app: "server.mjs" });
  assert.match(found.refused ?? "", /^nothing was tested: word differs in package-lock\.json/);
});

test("every fault of --app is reported before anything is checked out", async (t) => {
  const cwd = repositoryIn(join(scratchOf(t), "repository"), { "server.mjs": says("one") });
  const refused = (app: string, message: RegExp, appFrom?: "tree") =>
    assert.rejects(
      bothSides(cwd, { base: "main", new: "main", app, ...(appFrom && { appFrom }) }),
      {
        name: "UsageError",
        message,
      },
    );
  await refused("serve.mjs", /^Neither main.* nor the working tree has serve\.mjs\. Name the/);
  await assert.rejects(
    bothSides(cwd, { base: "main", app: "serve.mjs" }),
    /^UsageError: Neither main nor the working tree has serve\.mjs/,
  );
  await refused("../serve.mjs", /^There is no file .*serve\.mjs/);
  await refused("serve.mjs", /^--app-from tree: there is no file serve\.mjs/, "tree");
  write(cwd, { "folder/a": "" });
  await refused("folder", /^folder is not a file/);
  assert.equal(git(cwd, "worktree", "list").split("\n").length, 1);
});

test("a patch of a loaded package that no script has applied is not passed as tested", async (t) => {
  const cwd = repositoryIn(join(scratchOf(t), "repository"), {
    "node_modules/word/package.json": `{ "name": "word", "version": "1.0.0", "main": "index.js" }`,
    "node_modules/word/index.js": `module.exports = "word";`,
    "server.mjs": uses("word"),
  });
  write(cwd, { "patches/word+1.0.0.patch": "slower" });
  const found = await bothSides(cwd, { base: "main", app: "server.mjs" });
  assert.match(found.refused ?? "", /^nothing was tested: patches\/word\+1\.0\.0\.patch differs/);
});
