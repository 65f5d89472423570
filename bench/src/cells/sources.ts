import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { RunRecord } from "@deadheat/journal";
import type { Target } from "../targets/manifest.ts";
import { root } from "../targets/project.ts";

/**
 * The files and folders of this repository that decide a cell's metrics, besides the apps of the target and its floor. They
 * hold the code that serves, measures and verifies. Turbo hashes the same files (turbo.json), and
 * bench/test/together/sources.test.ts compares them with the imports.
 */
export const harness = [
  "bench/src/cells",
  "bench/src/targets",
  "bench/src/verify",
  ...["adapter", "addon", "handlers", "journal", "measure", "oha", "stores"].map(
    (name) => `packages/${name}/src`,
  ),
  "packages/runner/src/cell",
];

/** Returns the digests of the sources behind a journal. Metrics of different sources are never pooled. */
export function digestSources(target: Target, reference: Target): RunRecord["sources"] {
  // All targets share the harness, so its files are read only once.
  harnessDigest ??= digest(harness.map((path) => join(root, path)));
  return { harness: harnessDigest, floor: digestApp(reference), app: digestApp(target) };
}

let harnessDigest: string | undefined;

function digestApp({ directory }: Target): string {
  return digest([join(directory, "src"), join(directory, "target.json")]);
}

export function digest(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(filesBelow)) {
    hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

/** Folders that installs and builds write. */
const GENERATED = new Set(["node_modules", "dist", "build"]);

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => !name.startsWith(".") && !GENERATED.has(name));
  return names.toSorted().flatMap((name) => filesBelow(join(path, name)));
}
