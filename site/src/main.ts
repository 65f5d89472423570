// Builds the site: node src/main.ts [results] [out]
import { join } from "node:path";
import process from "node:process";
import { buildSite } from "./build.ts";

const repository = join(import.meta.dirname, "..", "..");
const [
  results = join(repository, "results/published"),
  out = join(import.meta.dirname, "..", "dist"),
] = process.argv.slice(2);
const began = performance.now();
const { pages, results: used, leftOut, bytes } = buildSite(results, out);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
for (const { name, reason } of leftOut) process.stderr.write(`left out: ${name}: ${reason}\n`);
process.stdout.write(
  `${pages} pages of ${used} results, ${(bytes / 1e6).toFixed(1)} MB, in ${seconds} s: ${out}\n`,
);
