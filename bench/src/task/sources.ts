import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { Target } from "../targets/manifest.ts";
import { root } from "../targets/project.ts";

/**
 * The files and folders of this repository that decide a cell's figures, besides the apps of the target and its floor. They
 * hold the code that serves, measures and verifies. Turbo hashes the same files (turbo.json), and
 * bench/test/sources.test.ts compares them with the imports.
 */
export const harness = [
  ...["scenarios.ts"].map((name) => `bench/src/plan/${name}`),
  "bench/src/targets",
  ...["participant.ts", "sources.ts"].map((name) => `bench/src/task/${name}`),
  "bench/src/verify",
  ...["adapter", "addon", "handlers", "journal", "measure", "oha", "stores"].map(
    (name) => `packages/${name}/src`,
  ),
  "packages/runner/src/cell",
];

/** The digests of the sources behind a journal. Figures of different sources are never pooled. */
export interface Sources {
  readonly harness: string;
  /** The digest of the floor's app. */
  readonly floor: string;
  /** The digest of the target's own app. */
  readonly app: string;
}

export function digestSources(target: Target, reference: Target): Sources {
  return {
    harness: digestHarness(),
    floor: digestApp(reference),
    app: digestApp(target),
  };
}

let harnessDigest: string | undefined;

/** Returns the digest that all targets share. Reads the files only once. */
function digestHarness(): string {
  harnessDigest ??= digest(harness.map((path) => join(root, path)));
  return harnessDigest;
}

function digestApp({ directory }: Target): string {
  return digest([join(directory, "src"), join(directory, "target.json")]);
}

function digest(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(filesBelow)) {
    hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => !name.startsWith("."));
  return names.toSorted().flatMap((name) => filesBelow(join(path, name)));
}
