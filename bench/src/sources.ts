import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { Target } from "./manifest.ts";
import { root } from "./project.ts";

/** The code that measures: folders and files of bench/src. It is what turbo hashes as `harness`. */
export const harness = [
  "measure",
  "services/description.ts",
  "state",
  "context.ts",
  "errors.ts",
  "journal.ts",
  "manifest-file.ts",
  "manifest.ts",
  "plan.ts",
  "project.ts",
  "publishable.ts",
  "random.ts",
  "record-check.ts",
  "record.ts",
  "retired.ts",
  "settings.ts",
  "solo-order.ts",
  "solo.ts",
  "sources.ts",
  "support.ts",
  "tools.ts",
];

/** What every figure of a run depends on, whichever the target. */
const shared = [
  ...harness.map((path) => `bench/src/${path}`),
  "packages/adapter/src",
  "packages/handlers/src",
  "packages/oha/src",
  "packages/stores/src",
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
