import type { Trial } from "../provenance/trial.ts";
import { join } from "node:path/posix";
import type { Pair } from "@deadheat/measure";
import type { ChangedFile } from "./hunks.ts";
import { withMapOf } from "./source-map.ts";
import { OWN, textsOf, type Exchangeable } from "./units.ts";

/** Larger files are data, bundles of everything or hostile: nobody reads a diff of them. */
const LARGEST = 5_000_000;
const BINARY = /\.(?:node|wasm)$/;

export interface ChangedFiles {
  /** The files with lines that can be taken back. */
  readonly files: readonly ChangedFile[];
  /** The texts that only the base loads, which old lines may need, by their paths in the new server. */
  readonly missing: ReadonlyMap<string, string>;
  /** true if native code differs, which has no lines. */
  readonly isNative: boolean;
}

/** Returns the texts in which the units of two servers differ. */
export function changedFiles(pair: Pair<Trial>, units: readonly Exchangeable[]): ChangedFiles {
  const files: ChangedFile[] = [];
  const missing = new Map<string, string>();
  let isNative = false;
  for (const { name, base, new: next } of units) {
    for (const folder of next.folders) {
      const own = base.folders.includes(folder) ? folder : (base.folders[0] as string);
      const { base: before, new: after } = textsOf(pair, { base: own, new: folder });
      const pathOf = (path: string) => (name === OWN ? path : join(folder, path));
      for (const [path, text] of after) {
        const found = before.get(path);
        if (found === undefined || found === text) continue;
        const old = withMapOf(found, text);
        if (old === text) continue;
        if (BINARY.test(path)) isNative = true;
        else if (Math.max(old.length, text.length) < LARGEST) {
          files.push({ path: pathOf(path), base: old, new: text });
        }
      }
      for (const [path, text] of before) if (!after.has(path)) missing.set(pathOf(path), text);
    }
  }
  return { files, missing, isNative };
}
