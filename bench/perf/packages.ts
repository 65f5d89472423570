// Measures the size of each published package: packed, unpacked, and installed with its dependencies. Also measures the
// time of `deadheat --help` with the installed command.
// Goal: the command within 15 MB, its help within 0.3 s.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench perf:packages
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "@deadheat/stats";
import { install, nameOf, packAll, published } from "../test/packed.ts";

const GOAL = { bytes: 15e6, helpSeconds: 0.3 };
const STARTS = 15;

const folder = mkdtempSync(join(tmpdir(), "deadheat-perf-"));
try {
  const tarballs = packAll(join(folder, "tarballs"));
  row("", "packed", "unpacked", "installed", "packages");
  for (const own of published) {
    const place = join(folder, own);
    mkdirSync(place);
    install(place, [tarballs.get(own) ?? ""]);
    const modules = join(place, "node_modules");
    const packed = statSync(tarballs.get(own) ?? "").size;
    const unpacked = bytesOf(join(modules, nameOf(own)));
    row(nameOf(own), kB(packed), kB(unpacked), kB(bytesOf(modules)), String(packagesIn(modules)));
  }
  const command = join(folder, "deadheat", "node_modules");
  verdict("deadheat installed", bytesOf(command) / 1e6, GOAL.bytes / 1e6, "MB");
  const main = join(command, "deadheat", "dist", "main.js");
  const starts = Array.from({ length: STARTS }, () => {
    const startedAt = performance.now();
    execFileSync(process.execPath, [main, "--help"]);
    return (performance.now() - startedAt) / 1000;
  });
  verdict(`deadheat --help, median of ${STARTS}`, median(starts), GOAL.helpSeconds, "s");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the bytes of all files, as a registry counts them: without the unused rest of file system blocks. */
function bytesOf(place: string): number {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Returns the number of packages in npm's hidden list. */
function packagesIn(modules: string): number {
  const lock = readFileSync(join(modules, ".package-lock.json"), "utf8");
  return Object.keys(JSON.parse(lock).packages).length;
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`;
}

function row(name: string, ...metrics: readonly string[]): void {
  console.log(name.padEnd(20) + metrics.map((metric) => metric.padStart(12)).join(""));
}

function verdict(what: string, value: number, goal: number, unit: string): void {
  const met = value < goal;
  console.log(
    `${what}: ${value.toFixed(2)} ${unit}: ${met ? "under" : "NOT under"} ${goal} ${unit}`,
  );
  if (!met) process.exitCode = 1;
}
