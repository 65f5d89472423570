import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { Target } from "../targets/manifest.ts";
import { root } from "../targets/project.ts";

/** What of this package a task runs, besides the engine: folders and files of bench/src, hashed by turbo as `harness`. */
export const harness = ["plan/build.ts", "plan/scenarios.ts", "targets", "task", "verify"];

/** The packages that servers and the engine are made of. */
export const packages = ["adapter", "addon", "handlers", "journal", "measure", "oha", "stores"];

/** What every figure of a run depends on, whichever the target. */
const shared = [
  ...harness.map((path) => `bench/src/${path}`),
  ...packages.map((name) => `packages/${name}/src`),
];

/** Digests of the sources behind a journal: what was not made from the same is never pooled. */
export interface Sources {
  /** The part of the harness that measures, and the packages that apps use. */
  readonly harness: string;
  /** The app that the target is measured against. */
  readonly floor: string;
  /** The target's own app. */
  readonly app: string;
}

export function digestSources(target: Target, reference: Target): Sources {
  return {
    harness: digest(shared.map((path) => join(root, path))),
    floor: digestApp(reference),
    app: digestApp(target),
  };
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
