import type { SemVer } from "semver";
import coerce from "semver/functions/coerce.js";
import gt from "semver/functions/gt.js";
import { readDynamicObject, X86_64, type DynamicObject, type VersionNeed } from "./elf.ts";

/**
 * Functions that a newer glibc gave a new name, with the old one, which every glibc has. The new ones
 * read `0b` as a binary prefix too where the base is 0 or 2 (C23, 7.24.1.7); nothing else differs.
 */
const olderNames: Readonly<Record<string, string>> = {
  __isoc23_strtol: "strtol",
  __isoc23_strtoul: "strtoul",
  __isoc23_strtoull: "strtoull",
};

/** What every glibc for x86-64 has. */
const OLDEST = "GLIBC_2.2.5";

/** What a shared object asks of a host with an older glibc. */
export type Fitness =
  | { readonly fits: true }
  /** It would with these symbols under their older names. */
  | { readonly fits: false; readonly needs: string; readonly renamed: readonly string[] }
  | { readonly fits: false; readonly needs: string; readonly refused: string };

/**
 * Whether a shared object can be loaded by a host with glibc `host` (`2.36`), as it is or with symbols
 * under older names.
 * @throws ElfError for what is no shared object of 64 bits.
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
 * A copy of a shared object in which the symbols that are newer than glibc `host` have their older
 * names, and the versions that they came with are the oldest one. Nothing moves: a new name is the
 * end of the one that stands there already.
 * @throws RangeError when `fitness` does not say `renamed`.
 */
export function withOlderNames(bytes: Buffer, host: string): Buffer {
  if (!("renamed" in fitness(bytes, host))) throw new RangeError("there is nothing to be renamed");
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
    // vna_hash and vna_name; vna_other, by which the symbols refer to this entry, stays.
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

/** Null for the names of other libraries' versions: nothing is known of them here. */
function numbersOf(version: string): SemVer | null {
  return /^GLIBC_\d/.test(version) ? coerce(version) : null;
}
