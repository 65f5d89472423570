import type { SemVer } from "semver";
import coerce from "semver/functions/coerce.js";
import gt from "semver/functions/gt.js";
import { readDynamicObject, X86_64, type DynamicObject, type VersionNeed } from "./elf.ts";

/**
 * Functions to which a newer glibc gave a new name, with the old name, which every glibc has. With base 0 or 2, the new
 * functions also read `0b` as a binary prefix (C23, 7.24.1.7). Nothing else differs.
 */
const olderNames: Readonly<Record<string, string>> = {
  __isoc23_strtol: "strtol",
  __isoc23_strtoul: "strtoul",
  __isoc23_strtoull: "strtoull",
};

/** The version that every glibc for x86-64 has. */
const OLDEST = "GLIBC_2.2.5";

/** The result of comparing the needs of a shared object with a host's glibc. */
type Fitness =
  | { readonly fits: true }
  /** The object fits if these symbols have their older names. */
  | { readonly fits: false; readonly needs: string; readonly renamed: readonly string[] }
  | { readonly fits: false; readonly needs: string; readonly refused: string };

/**
 * Returns whether a host with glibc `host` (`2.36`) can load a shared object, as it is or with symbols under older
 * names.
 * @throws ElfError for any file but a shared object of 64 bits.
 */
export function fitness(bytes: Buffer, host: string): Fitness {
  const object = readDynamicObject(bytes);
  const newer = newerThan(object, host);
  if (newer.length === 0) return { fits: true };
  const needs = newer.map(({ version }) => version).reduce((a, b) => (isNewer(b, a) ? b : a));
  const glibc = needs.slice("GLIBC_".length);
  const symbols = newer.flatMap((need) => need.symbols.map(({ name }) => name));
  const unknown = symbols.filter((name) => !Object.hasOwn(olderNames, name));
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 3).join(", ") + (unknown.length > 3 ? ", ..." : "");
    return { fits: false, needs: glibc, refused: `it uses ${shown}` };
  }
  if (object.machine !== X86_64) return { fits: false, needs: glibc, refused: "it is not x86-64" };
  if (newer.some(({ library }) => !oldestOf(object, library))) {
    return { fits: false, needs: glibc, refused: `it uses nothing of ${OLDEST}` };
  }
  return { fits: false, needs: glibc, renamed: symbols };
}

/**
 * Returns a copy of a shared object in which symbols newer than glibc `host` have their older names and the oldest
 * version. Nothing moves: the older name is the end of the newer one.
 * @throws RangeError if `fitness` does not return `renamed`.
 */
export function withOlderNames(bytes: Buffer, host: string): Buffer {
  if (!("renamed" in fitness(bytes, host))) throw new RangeError("there is no symbol to rename");
  const object = readDynamicObject(bytes);
  const copy = Buffer.from(bytes);
  for (const need of newerThan(object, host)) {
    for (const { name, entryAt } of need.symbols) {
      const older = olderNames[name] as string;
      const at = bytes.readUInt32LE(entryAt) + name.length - older.length;
      if (object.string(at) !== older) throw new RangeError(`${name} does not end in ${older}`);
      copy.writeUInt32LE(at, entryAt);
    }
    const oldest = (oldestOf(object, need.library) as VersionNeed).entryAt;
    // Copies vna_hash and vna_name. vna_other stays, because the symbols refer to this entry by it.
    bytes.copy(copy, need.entryAt, oldest, oldest + 4);
    bytes.copy(copy, need.entryAt + 8, oldest + 8, oldest + 12);
  }
  return copy;
}

function newerThan({ needs }: DynamicObject, host: string): VersionNeed[] {
  return needs.filter(({ version, weak }) => !weak && isNewer(version, `GLIBC_${host}`));
}

function oldestOf({ needs }: DynamicObject, library: string): VersionNeed | undefined {
  return needs.find((need) => need.library === library && need.version === OLDEST);
}

function isNewer(version: string, than: string): boolean {
  const [ours, theirs] = [numbersOf(version), numbersOf(than)];
  return ours !== null && theirs !== null && gt(ours, theirs);
}

/** Returns the numbers of a version of glibc; null for versions of other libraries, which cannot be compared. */
function numbersOf(version: string): SemVer | null {
  return /^GLIBC_\d/.test(version) ? coerce(version) : null;
}
