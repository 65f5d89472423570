import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { floors, type Target } from "./manifest.ts";
import { root } from "./project.ts";

/** The part of the harness that decides a figure; reports and analysis can change without one. */
const harness = [
  "bench/src/measure",
  "packages/adapter/src",
  "packages/handlers/src",
  "packages/oha/src",
];

/**
 * A digest of the sources that a target's figures depend on: its app, the floors, the packages, the
 * measuring part of the harness, the lockfile. Journals of different digests are never pooled.
 */
export function digestSources(target: Target): string {
  const apps = new Set([target.framework, ...Object.values(floors).map((f) => f.split("/")[0])]);
  const paths = [...harness, ...[...apps].toSorted().map((app) => `apps/${app}`), "pnpm-lock.yaml"];
  const hash = createHash("sha256");
  for (const file of paths.flatMap((path) => filesBelow(join(root, path)))) {
    hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !name.startsWith(".") && !["node_modules", "dist", "test"].includes(name))
    .toSorted()
    .flatMap((name) => filesBelow(join(path, name)));
}
