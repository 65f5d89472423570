import type { Loaded, LoadedCode } from "../src/provenance/trial.ts";
import assert from "node:assert/strict";
import { appendFileSync, cpSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { fileRuntimes } from "@deadheat/journal";
import { sameCode } from "../src/provenance/same-code.ts";
import { readTrace } from "../src/provenance/trace.ts";
import { otherNode, projectIn, scratch, sideOf, trace, write } from "./provenance-servers.ts";
import { runtimeHere } from "./runtime-here.ts";

const ofPackages = [
  "node_modules/@scope/late/index.js",
  "node_modules/cjs/data.json",
  "node_modules/cjs/index.js",
  "node_modules/esm/dist/index.js",
  "node_modules/esm/dist/second.js",
];

function names(loaded: Loaded | null, root: string): string[] | undefined {
  return loaded?.files.map((file) => relative(root, file));
}

for (const runtime of fileRuntimes) {
  test(`a trace lists the files of a TypeScript app on ${runtime}, also those of its first request`, async (t) => {
    const folder = projectIn(scratch(t));
    const { body, loaded } = await trace(await sideOf(join(folder, "app.ts"), runtime));
    assert.equal(body, "esm cjs late");
    assert.deepEqual(names(loaded, folder), ["app.ts", ...ofPackages]);
    const told = loaded?.packages.map(({ sha256, ...rest }) => {
      assert.match(sha256, /^[\da-f]{64}$/);
      return rest;
    });
    assert.deepEqual(told, [
      { name: ".", version: null, path: ".", files: 1 },
      { name: "@scope/late", version: "3.0.0", path: "node_modules/@scope/late", files: 1 },
      { name: "cjs", version: "2.0.0", path: "node_modules/cjs", files: 2 },
      { name: "esm", version: "1.0.0", path: "node_modules/esm", files: 2 },
    ]);
  });

  test(`a trace lists the files of a program that listens by itself on ${runtime}`, async (t) => {
    const folder = projectIn(scratch(t));
    const { body, loaded } = await trace(await sideOf(join(folder, "server.mjs"), runtime));
    assert.equal(body, "esm cjs late own");
    const files = names(loaded, folder) ?? [];
    assert.deepEqual(
      files.filter((file) => file !== "lib/own.json"),
      [...ofPackages, "server.mjs"],
    );
    // V8 does not report imported JSON, and require.cache does not contain it.
    if (runtime !== "deno") assert.ok(files.includes("lib/own.json"), files.join());
  });
}

test("a traced cluster starts and answers, and its workers are traced except on Deno", async (t) => {
  const folder = scratch(t);
  write(folder, {
    "cluster.mjs": `import cluster from "node:cluster";
      if (cluster.isPrimary) cluster.fork(); else await import("./worker.mjs");`,
    "worker.mjs": `import { createServer } from "node:http";
      const server = createServer((request, response) => response.end("worker"));
      server.listen(Number(process.env.PORT), process.env.HOST);`,
  });
  for (const runtime of fileRuntimes) {
    const side = await sideOf(join(folder, "cluster.mjs"), runtime);
    // On a busy CPU one cluster of Deno 2.9 in 40 never answers if it gets a connection while it starts.
    const first = runtime === "deno" ? { ...side, readySeconds: 5 } : side;
    const { body, loaded } = await trace(first).catch((error) => {
      if (runtime !== "deno") throw error;
      return trace(side);
    });
    assert.equal(body, "worker");
    const seen = runtime === "deno" ? ["cluster.mjs"] : ["cluster.mjs", "worker.mjs"];
    assert.deepEqual(names(loaded, folder), seen);
  }
});

const older = otherNode();

test(
  "another version of Node can be traced",
  { skip: older === null && "PATH has no other" },
  async (t) => {
    const folder = projectIn(scratch(t));
    const file = join(folder, "server.mjs");
    const side = await sideOf(file, "node", { found: older ?? (await runtimeHere("node")) });
    assert.deepEqual(names((await trace(side)).loaded, folder), [
      "lib/own.json",
      ...ofPackages,
      "server.mjs",
    ]);
  },
);

test("a trace of an npm script lists the server's files and not npm's", async (t) => {
  const folder = projectIn(scratch(t));
  const { path } = await runtimeHere("node");
  write(folder, { "package.json": JSON.stringify({ scripts: { start: `"${path}" server.mjs` } }) });
  const program = {
    kind: "command",
    command: ["npm", "start"],
    portVariable: "PORT",
    env: {},
  } as const;
  const side = await sideOf(join(folder, "server.mjs"), "node", { kind: "command", program });
  const { loaded } = await trace(side);
  assert.deepEqual(names(loaded, folder), ["lib/own.json", ...ofPackages, "server.mjs"]);
});

test("a server that cannot be traced starts, and its files are unknown", async (t) => {
  const folder = projectIn(scratch(t));
  const { path } = await runtimeHere("deno");
  const command = [path, "run", "--quiet", "--allow-net", "--allow-env=PORT,HOST", "app.mjs"];
  write(folder, {
    "app.mjs": `Deno.serve({ port: Number(Deno.env.get("PORT")), onListen() {} }, () => new Response("few"));`,
  });
  const program = { kind: "command", command, portVariable: "PORT", env: {} } as const;
  const side = await sideOf(join(folder, "app.mjs"), "deno", { kind: "command", program });
  assert.deepEqual(await trace(side), { body: "few", loaded: null });
});

/** Returns the provenance of a trace that lists these files. */
function loadedFrom(folder: string, root: string, ...files: string[]): Loaded {
  const list = join(folder, "list");
  rmSync(list, { force: true });
  for (const file of files) appendFileSync(list, `${file}\n`);
  const loaded = readTrace(list, root);
  assert.ok(loaded);
  return loaded;
}

test("a hash depends on every byte of the contents, and not on folders or names", (t) => {
  const folder = scratch(t);
  const [one, two] = [join(folder, "one"), join(folder, "two")];
  cpSync(projectIn(one), two, { recursive: true });
  const hashes = (root: string) =>
    loadedFrom(folder, root, ...[...ofPackages, "app.ts"].map((file) => join(root, file))).packages;
  assert.deepEqual(hashes(one), hashes(two));
  const before = hashes(one);
  renameSync(join(two, "app.ts"), join(two, ".deadheat-0123456789ab.ts"));
  const placed = [...ofPackages, ".deadheat-0123456789ab.ts"].map((file) => join(two, file));
  assert.deepEqual(loadedFrom(folder, two, ...placed).packages, before);
  appendFileSync(join(one, "node_modules/cjs/data.json"), " ");
  const changed = hashes(one).filter(({ sha256 }, i) => sha256 !== before[i]?.sha256);
  assert.deepEqual(
    changed.map(({ name }) => name),
    ["cjs"],
  );
});

test("linked workspace packages have their names, and paths outside lose their folders", (t) => {
  const folder = scratch(t);
  const root = join(folder, "work");
  write(root, {
    "package.json": `{ "name": "workspace" }`,
    "packages/frame/package.json": `{ "name": "frame", "version": "0.1.0" }`,
    "packages/frame/dist/package.json": `{ "type": "commonjs" }`,
    "packages/frame/dist/index.js": "",
    "apps/web/server.mjs": "",
  });
  write(folder, {
    "store/secret/node_modules/hono/package.json": `{ "name": "hono", "version": "4.12.0" }`,
    "store/secret/node_modules/hono/index.js": "",
    "alice/tool/index.js": "",
  });
  write(root, { "node_modules/x.txt": "" });
  symlinkSync(join(root, "packages/frame"), join(root, "node_modules/frame"));
  const { packages } = loadedFrom(
    folder,
    root,
    join(root, "node_modules/frame/dist/index.js"),
    join(root, "apps/web/server.mjs"),
    join(folder, "store/secret/node_modules/hono/index.js"),
    join(folder, "alice/tool/index.js"),
    join(folder, "gone.js"),
    "node:fs",
  );
  assert.deepEqual(
    packages.map(({ name, version, path }) => [name, version, path]),
    [
      [".", null, "(outside)"],
      ["hono", "4.12.0", "(outside)/node_modules/hono"],
      [".", null, "."],
      ["frame", "0.1.0", "packages/frame"],
    ],
  );
});

async function tracedSide(...args: Parameters<typeof sideOf>): Promise<LoadedCode> {
  const side = await sideOf(...args);
  return { side, loaded: (await trace(side)).loaded };
}

test("a checkout that links to another checkout of its repository is rejected", async (t) => {
  const folder = scratch(t);
  const repository = projectIn(join(folder, "repository"));
  const root = join(folder, "worktree");
  cpSync(repository, root, { recursive: true });
  const head = await tracedSide(join(repository, "app.ts"), "node", { text: "HEAD" });
  const of = () =>
    tracedSide(join(root, "app.ts"), "node", {
      text: "main",
      kind: "revision",
      name: "main/node",
      root,
      revision: { id: "1a2b3c4", name: "main", repository },
    });
  assert.equal(sameCode({ new: head, base: await of() }), null);

  rmSync(join(root, "node_modules"), { recursive: true });
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  assert.match(
    sameCode({ new: head, base: await of() }) ?? "",
    new RegExp(
      `^main/node loads ${repository}/node_modules/\\S+ from your working tree.*Install its packages`,
    ),
  );

  // A store that all projects share does not belong to the repository.
  const store = join(folder, "store");
  rmSync(join(root, "node_modules"));
  cpSync(join(repository, "node_modules"), join(store, "node_modules"), { recursive: true });
  symlinkSync(join(store, "node_modules"), join(root, "node_modules"));
  assert.equal(sameCode({ new: head, base: await of() }), null);
});

test("two names of the same files on one runtime are rejected; copies, other runtimes and arguments are not", async (t) => {
  const folder = scratch(t);
  const one = projectIn(join(folder, "one"));
  const two = join(folder, "two");
  cpSync(one, two, { recursive: true });
  symlinkSync(join(one, "app.ts"), join(one, "alias.ts"));
  const base = await tracedSide(join(one, "app.ts"), "node", { text: "./app.ts" });
  const alias = await tracedSide(join(one, "alias.ts"), "node", { text: "./alias.ts" });
  assert.match(
    sameCode({ base, new: alias }) ?? "",
    /^\.\/app\.ts and \.\/alias\.ts load the same code \(app\.ts\)\. .*--aa/,
  );
  assert.equal(sameCode({ base, new: base }), null);
  const copy = await tracedSide(join(two, "app.ts"), "node", { text: "./two/app.ts" });
  assert.equal(sameCode({ base, new: copy }), null);
  const bun = await tracedSide(join(one, "app.ts"), "bun", { text: "./app.ts/bun" });
  assert.equal(sameCode({ base, new: bun }), null);
  const asked = ({ side, loaded }: LoadedCode, ...words: string[]): LoadedCode => {
    const program = { kind: "command", command: words, portVariable: "PORT", env: {} } as const;
    return { side: { ...side, text: words.join(" "), program }, loaded };
  };
  const [slow, fast] = [asked(base, "serve", "--slow"), asked(base, "serve", "--fast")];
  assert.equal(sameCode({ base: slow, new: fast }), null);
  assert.equal(sameCode({ base: { ...base, loaded: null }, new: alias }), null);
});

test("two ranges of a package that resolve to one version are rejected, wherever they are installed", async (t) => {
  const folder = scratch(t);
  const of = async (copy: string, text: string) => {
    const about = { kind: "package", package: "esm", text } as const;
    return tracedSide(join(projectIn(join(folder, copy)), "app.ts"), "node", about);
  };
  const [one, two] = [await of("one", "esm@1"), await of("two", "esm@1.0")];
  assert.match(
    sameCode({ base: one, new: two }) ?? "",
    /^esm@1 and esm@1\.0 load the same code \(esm 1\.0\.0\)/,
  );
  appendFileSync(join(folder, "two/node_modules/esm/dist/index.js"), "// another\n");
  const changed = await tracedSide(join(folder, "two/app.ts"), "node", {
    kind: "package",
    package: "esm",
    text: "esm@next",
  });
  assert.equal(sameCode({ base: one, new: changed }), null);
});

test("a version of a package that the server does not load is rejected", async (t) => {
  const folder = projectIn(scratch(t));
  const of = (name: string, version: string) =>
    tracedSide(join(folder, "app.ts"), "node", {
      text: `${name}@${version}`,
      kind: "package",
      package: name,
      version,
    });
  const [one, two] = [await of("hono", "4.12.0"), await of("hono", "4.13.0")];
  assert.match(sameCode({ base: one, new: two }) ?? "", /^app\.ts does not load hono, so both/);
  assert.match(
    sameCode({ base: await of("esm", "1"), new: await of("esm", "^1.0.0") }) ?? "",
    /^esm@1 and esm@\^1\.0\.0 load the same code \(esm 1\.0\.0\)\. /,
  );
});
