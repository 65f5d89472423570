#!/usr/bin/env node
// Plain JavaScript that any Node can read: it checks what the command needs before the command
// itself, which is TypeScript for the pinned Node, is loaded. pnpm runs a script even when its
// install failed, so this is where a half-made installation is noticed.
import { existsSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

const major = Number(process.versions.node.split(".")[0]);
const installed = ["commander", "valibot", "pure-rand", "@deadheat/oha"].every((name) =>
  existsSync(fileURLToPath(new URL(`node_modules/${name}`, import.meta.url))),
);

if (!installed || major < 26) {
  const found = installed ? `this is Node ${process.versions.node}` : "packages are missing";
  process.stderr.write(
    `deadheat: the installation is not complete (${found}).\n` +
      "Run `npx -y pnpm@12.21.0 install` in the repository, read its first error, then start again\n" +
      "with `npx -y pnpm@12.21.0 bench`, which uses the Node that was installed.\n",
  );
  process.exit(2);
}

const { main } = await import("./src/cli.ts");
process.exitCode = await main(process.argv.slice(2));
