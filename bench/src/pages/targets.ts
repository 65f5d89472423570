import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileCommand, runtimes, UsageError, type Runtime } from "@deadheat/journal";
import type { Entrant } from "@deadheat/measure";
import { readManifest } from "../targets/manifest-file.ts";
import { serverEnvironment } from "../targets/entrant.ts";
import { matches } from "../targets/discover.ts";
import { plain } from "../targets/serving/serving.ts";
import { readVersion, runtimeBinary } from "../targets/tools.ts";
import { pagesDirectory } from "./contract.ts";
import { pageManifestSchema, type PageManifest, type PageTarget } from "./manifest.ts";

/** The server that sends the pages from a buffer. It is its own reference. */
export const PAGE_FLOOR = "page-floor";

/** Returns every target of `apps/ssr`, the floor first, then what builds on it. @throws UsageError for a wrong manifest */
export function discoverPages(): PageTarget[] {
  const manifests = readdirSync(pagesDirectory)
    .toSorted()
    .filter((folder) => existsSync(join(pagesDirectory, folder, "target.json")))
    .map((folder) => readManifest(pageManifestSchema, join(pagesDirectory, folder)));
  const depthOf = ({ framework, renderer }: PageManifest): number => {
    if (framework === renderer) return 0;
    const below = manifests.find((one) => one.framework === renderer);
    if (!below) {
      const file = join(pagesDirectory, framework, "target.json");
      throw new UsageError(`${file}: field renderer: apps/ssr has no ${renderer}`);
    }
    return 1 + depthOf(below);
  };
  return manifests
    .toSorted((a, b) => depthOf(a) - depthOf(b))
    .flatMap((manifest) => runtimes.map((runtime) => targetOf(manifest, runtime)))
    .filter(({ manifest, runtime, unsupported }) => {
      return manifest.runtimes.includes(runtime) || unsupported !== null;
    });
}

function targetOf(manifest: PageManifest, runtime: Runtime): PageTarget {
  const { framework, renderer, unsupported } = manifest;
  return {
    name: `${framework}/${runtime}`,
    framework,
    runtime,
    directory: join(pagesDirectory, framework),
    manifest,
    reference: `${renderer}/${runtime}`,
    unsupported: unsupported?.[runtime] ?? null,
  };
}

/**
 * Returns the targets that the patterns name, and the references that they need.
 * @throws UsageError for a pattern that names none
 */
export function selectPages(all: readonly PageTarget[], patterns: readonly string[]): PageTarget[] {
  const chosen = new Set<string>();
  for (const pattern of patterns) {
    const found = all.filter((target) => matches(target, pattern));
    if (found.length === 0) {
      const known = [...new Set(all.map(({ framework }) => framework))].join(", ");
      throw new UsageError(
        `No server of pages is called ${JSON.stringify(pattern)}. Write framework/runtime, such as next/node. Frameworks: ${known}.`,
      );
    }
    for (const { name } of found) chosen.add(name);
  }
  for (const { name, reference, unsupported } of all.toReversed()) {
    if (chosen.has(name) && unsupported === null) chosen.add(reference);
  }
  return all.filter(({ name }) => chosen.has(name));
}

export function versionOf({ manifest, directory, runtime }: PageTarget, own: string): string {
  const { package: name } = manifest;
  return name === null ? `${runtime} ${own}` : readVersion(join(directory, "node_modules", name));
}

/** Returns the target in the form that the engine starts. Without a response it is ready at any status below 500. */
export function pageEntrant(target: PageTarget, asks: NonNullable<Entrant["asks"]>): Entrant {
  const { name, runtime, directory, manifest } = target;
  return {
    name,
    runtime,
    command: fileCommand(runtime, runtimeBinary(runtime), manifest.start),
    cwd: directory,
    env: { ...serverEnvironment(plain), HOST: "127.0.0.1", ...manifest.env },
    asks,
  };
}
