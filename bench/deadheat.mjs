#!/usr/bin/env node
// Checks the installation before it loads the command. This file is JavaScript that any Node can read; the command is
// TypeScript for the pinned Node. pnpm runs a script even if its install failed, so this file must detect that.
import { existsSync, readFileSync, statSync } from "node:fs";
import module from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { dependencies } = JSON.parse(readFileSync(path("package.json"), "utf8"));

/** Yields the parts of the installation that are missing, in words. */
function* missing() {
  for (const name of Object.keys(dependencies)) {
    if (!existsSync(path(`node_modules/${name}/package.json`))) yield `the package ${name}`;
  }
  if (!existsSync(path("../node_modules/turbo/package.json"))) yield "the package turbo";
  // The packages' build scripts install the real programs. Before, there is a stub or nothing.
  for (const [name, program] of [
    ["node", "bin/node"],
    ["bun", "bin/bun.exe"],
    ["deno", "deno"],
  ]) {
    const file = statSync(path(`../node_modules/${name}/${program}`), { throwIfNoEntry: false });
    const windows = statSync(path(`../node_modules/${name}/${program}.exe`), {
      throwIfNoEntry: false,
    });
    if (((file ?? windows)?.size ?? 0) < 1_000_000) {
      yield `the program of ${name} (its package's build script did not run)`;
    }
  }
}

const found = [...missing()];
if (found.length > 0) {
  process.stderr.write(
    `deadheat: the installation is not complete. Missing: ${found.join(", ")}.\n` +
      "Run `npx -y pnpm@12.21.0 install` in the repository and read its first error. Then start again\n" +
      "with `npx -y pnpm@12.21.0 bench`, which uses the installed Node.\n",
  );
  process.exit(3);
}
const [major] = process.versions.node.split(".");
if (Number(major) < 26) {
  process.stderr.write(
    `deadheat: This is Node ${process.versions.node}, and bench needs Node 26 or later.\n` +
      "Run `npx -y pnpm@12.21.0 bench` in the repository, which uses the installed Node.\n",
  );
  process.exit(3);
}

// Most of the start is stripping and compiling the command's TypeScript, so this caches the result in the clone. Measured
// servers do not use this cache.
module.enableCompileCache?.(path("node_modules/.cache/deadheat"));
const { hideEnvironment } = await import("@deadheat/journal");
const shown = hideEnvironment();
if (shown !== null) process.stderr.write(`deadheat: ${shown}\n`);
const [command] = process.argv.slice(2);
const isTask = command === "measure" || command === "table";
const { main } = await import(isTask ? "./src/task/cli.ts" : "./src/cli.ts");
process.exitCode = await main(process.argv.slice(2));
