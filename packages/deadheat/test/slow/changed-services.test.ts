import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { fileRuntimes } from "@deadheat/journal";
import { cleanEnvironment } from "../../../versions/src/processes/environment.ts";
import {
  commitAll,
  repositoryIn,
  scratchOf,
  write,
  type Files,
} from "../../../versions/test/revisions-repository.ts";
import { bothSides } from "../both-sides.ts";
import { runtimeHere } from "../runtime-here.ts";

/** A service of CommonJS and one of modules, as in their documentations. The handler answers with `word`. */
const services: Record<string, { dependencies: Record<string, string>; server: string }> = {
  express: {
    dependencies: { express: "5" },
    server: `import express from "express";
      const app = express();
      app.get("/", (request, response) => { response.send(WORD); });
      app.listen(Number(process.env.PORT), process.env.HOST);`,
  },
  hono: {
    dependencies: { hono: "4" },
    server: `import { Hono } from "hono";
      const app = new Hono();
      app.get("/", (c) => c.text(WORD));
      export default app;`,
  },
};

/** The places where a service can become slower: the files before and after, and the build command. */
const places: Record<
  string,
  { module: string; files: (word: string) => Files; setup?: string; app?: string }
> = {
  "its entry file": { module: "", files: () => ({}) },
  "a module beside it": {
    module: "./lib/word.mjs",
    files: (word) => ({ "lib/word.mjs": `export const word = () => "${word}";` }),
  },
  "a workspace package": {
    module: "@service/word",
    files: (word) => ({
      "packages/word/package.json": `{ "name": "@service/word", "version": "1.0.0", "type": "module", "exports": "./index.js" }`,
      "packages/word/index.js": `export const word = () => "${word}";`,
    }),
  },
  "a dependency's version": { module: "word-package", files: () => ({}) },
  "a build step": {
    module: "./word.mjs",
    files: (word) => ({
      "src/word.mjs": `export const word = () => "${word}";`,
      "build.mjs": `import { cpSync } from "node:fs"; cpSync("src", "dist", { recursive: true });`,
    }),
    setup: "node build.mjs",
    app: "dist/server.mjs",
  },
};

/** Packs a package as a tarball into the repository's vendor folder. `word` is the package's export. */
function packed(folder: string, word: string, version: string): string {
  const own = join(folder, `packing-${version}`);
  write(own, {
    "package.json": `{ "name": "word-package", "version": "${version}", "type": "module", "exports": "./index.js" }`,
    "index.js": `export const word = () => "${word}";`,
  });
  npm(own, "pack", "--silent");
  mkdirSync(join(folder, "vendor"), { recursive: true });
  const tarball = readdirSync(own).find((name) => name.endsWith(".tgz")) ?? "";
  renameSync(join(own, tarball), join(folder, "vendor", tarball));
  return `file:vendor/${tarball}`;
}

function npm(cwd: string, ...args: string[]): void {
  execFileSync("npm", args, { cwd, stdio: "ignore", env: cleanEnvironment() });
}

for (const [framework, { dependencies, server }] of Object.entries(services)) {
  test(`each revision of a ${framework} service loads its own code on every runtime, wherever it changes`, async (t) => {
    const scratch = scratchOf(t);
    const bins = await Promise.all((["bun", "deno"] as const).map(runtimeHere));
    const before = process.env.PATH;
    process.env.PATH = [...bins.map(({ path }) => dirname(path)), before].join(delimiter);
    t.after(() => (process.env.PATH = before));
    for (const [place, { module, files, setup, app = "server.mjs" }] of Object.entries(places)) {
      const cwd = join(scratch, place.replaceAll(/\W/g, "-"));
      const source = setup === undefined ? app : "src/server.mjs";
      const putThere = (word: string, version: string) => {
        const inDependency = place === "a dependency's version";
        const manifest = {
          name: "service",
          private: true,
          workspaces: place === "a workspace package" ? ["packages/*"] : [],
          dependencies: {
            ...dependencies,
            ...(inDependency && { "word-package": packed(cwd, word, version) }),
            ...(place === "a workspace package" && { "@service/word": "1.0.0" }),
          },
        };
        write(cwd, {
          ".gitignore": "node_modules\ndist\npacking-*\n",
          "package.json": JSON.stringify(manifest),
          [source]:
            module === ""
              ? server.replaceAll("WORD", `"${word}"`)
              : `import { word } from "${module}";\n${server.replaceAll("WORD", "word()")}`,
          ...files(word),
        });
        npm(cwd, "install", "--package-lock-only", "--ignore-scripts");
      };
      mkdirSync(cwd, { recursive: true });
      writeFileSync(join(cwd, "README.md"), "");
      putThere("fast", "1.0.0");
      repositoryIn(cwd, {});
      putThere("slow", "2.0.0");
      if (place === "a build step") commitAll(cwd, "slower");
      const base = place === "a build step" ? "main~1" : "main";
      for (const runtime of fileRuntimes) {
        const options = { base: `${base}/${runtime}`, app, ...(setup !== undefined && { setup }) };
        const found = await bothSides(cwd, options);
        const told = [found.base, found.new, found.refused];
        assert.deepEqual(told, ["fast", "slow", null], `${framework}, ${place}, ${runtime}`);
      }
    }
  });
}
