import { retiredSchema, type Retired } from "@deadheat/journal";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseManifest, readJson } from "./manifest-file.ts";
import { appsDirectory } from "./project.ts";

export function isRetired(manifest: unknown): boolean {
  return typeof manifest === "object" && manifest !== null && Object.hasOwn(manifest, "retired");
}

/**
 * Returns the retired frameworks of `apps/`. They are listed but never run.
 * @throws UsageError that names the file and the field of an invalid manifest
 */
export function discoverRetired(directory: string = appsDirectory): Retired[] {
  return readdirSync(directory)
    .toSorted()
    .flatMap((folder) => {
      const file = join(directory, folder, "target.json");
      const data = existsSync(file) ? readJson(file) : null;
      return isRetired(data) ? [parseManifest(retiredSchema, data, file, folder)] : [];
    });
}

/** Returns the sentence that says why a framework is retired, and names the nearest one. */
export function retiredSentence({ framework, retired }: Retired): string {
  return `${framework} is retired: ${retired.reason}. Its nearest living kin is ${retired.kin}`;
}
