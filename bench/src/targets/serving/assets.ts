import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assetFiles, BESIDE } from "@deadheat/handlers";
import { attempt } from "@deadheat/journal";
import { cachedFolder } from "@deadheat/measure";

/** The subfolder that is served. Beside it is a file that must not be served. */
const SERVED = "served";

/** Returns the folder that servers under load serve files from. It is made once for each user. */
export async function assetsFolder(): Promise<string> {
  return join(await cachedFolder("assets", isComplete, write), SERVED);
}

/** Makes a temporary folder of assets, whose files may be changed. */
export function freshAssets(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "deadheat-assets-"));
  write(folder);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { folder: join(folder, SERVED), remove };
}

function write(folder: string): void {
  mkdirSync(join(folder, SERVED));
  for (const { name, content } of assetFiles()) writeFileSync(join(folder, SERVED, name), content);
  writeFileSync(join(folder, BESIDE.name), BESIDE.content);
}

function isComplete(folder: string): boolean {
  const isThere = ({ name, content }: { readonly name: string; readonly content: string }) =>
    attempt(() => readFileSync(join(folder, SERVED, name), "utf8")) === content;
  return assetFiles().every(isThere);
}
