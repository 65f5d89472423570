import { retiredSchema, type Retired } from "@deadheat/journal";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseManifest, readJson } from "./manifest-file.ts";
import { appsDirectory } from "./project.ts";

export function isRetired(manifest: unknown): boolean {
  return typeof manifest === "object" && manifest !== null && Object.hasOwn(manifest, "retired");
}

/**
 * The retired frameworks of `apps/`: listed, never run.
 * @throws UsageError naming the file and the field of a manifest that cannot be used.
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

/** Why there is no target of this framework and what comes closest. */
export function retiredSentence({ framework, retired }: Retired): string {
  return `${framework} is retired: ${retired.reason}. Its nearest living kin is ${retired.kin}`;
}
