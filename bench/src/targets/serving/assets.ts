import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { assetFiles, BESIDE } from "@deadheat/handlers";
import { cacheDirectory } from "@deadheat/journal";

/** Below a folder of ours, what is served; beside it lies a file that is not. */
const SERVED = "served";

/** The folder that servers under load serve files from: made once a user, and as it should be. */
export function assetsFolder(): string {
  const folder = join(cacheDirectory(), "assets");
  const served = join(folder, SERVED);
  if (isWhole(served)) return served;
  mkdirSync(dirname(folder), { recursive: true });
  const fresh = mkdtempSync(`${folder}-`);
  write(fresh);
  try {
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } catch {
    // Somebody else was first.
    rmSync(fresh, { recursive: true, force: true });
  }
  return served;
}

/** A folder of one's own, in which files may be changed. */
export function freshAssets(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "deadheat-assets-"));
  return { folder: write(folder), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function write(folder: string): string {
  const served = join(folder, SERVED);
  mkdirSync(served);
  for (const { name, content } of assetFiles()) writeFileSync(join(served, name), content);
  writeFileSync(join(folder, BESIDE.name), BESIDE.content);
  return served;
}

function isWhole(served: string): boolean {
  try {
    return assetFiles().every(
      ({ name, content }) => readFileSync(join(served, name), "utf8") === content,
    );
  } catch {
    return false;
  }
}
