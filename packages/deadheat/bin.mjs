#!/usr/bin/env node
// Checks the version of Node before it loads the command. Any Node since 12 can read this file; the command needs a newer one,
// and an old one would print a stack.
import { existsSync } from "node:fs";
import process from "node:process";

const source = new URL("./src/main.ts", import.meta.url);
const isClone = existsSync(source);
// A clone runs TypeScript, which Node does without a flag since 22.18.
const [needed, least] = isClone ? ["22.18", 2218] : ["22", 2200];
const [major, minor] = process.versions.node.split(".").map(Number);

if (major * 100 + minor < least || (isClone && major === 23 && minor < 6)) {
  console.error(
    `deadheat: Node ${needed} or later is needed, and this is Node ${process.versions.node}. Install a newer one, or write npx -y -p node@24 node ${process.argv[1]} instead of deadheat.`,
  );
  process.exitCode = 2;
} else {
  import(isClone ? source.href : new URL("./dist/main.js", import.meta.url).href);
}
