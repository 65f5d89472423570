/** A file that is broken, or no ELF file of the supported kind. */
export class ElfError extends Error {
  override readonly name = "ElfError";
}

/** A version of a shared library that a dynamic object needs. */
export interface VersionNeed {
  /** The library, such as `libc.so.6`. */
  readonly library: string;
  /** The version, such as `GLIBC_2.38`. */
  readonly version: string;
  /** true if the loader continues without this version. */
  readonly weak: boolean;
  /** The offset of its Elf64_Vernaux in the file. */
  readonly entryAt: number;
  readonly symbols: readonly NeededSymbol[];
}

interface NeededSymbol {
  readonly name: string;
  /** The offset of its Elf64_Sym in the file. The first four bytes are the name's place in .dynstr. */
  readonly entryAt: number;
}

export interface DynamicObject {
  /** The field e_machine. */
  readonly machine: number;
  readonly needs: readonly VersionNeed[];
  /** Returns the text that begins at this place of .dynstr. */
  readonly string: (at: number) => string;
}

export const X86_64 = 62;

const DYNSYM = 11;
const GNU_VERNEED = 0x6ffffffe;
const GNU_VERSYM = 0x6fffffff;
const WEAK = 2;
const SYMBOL_BYTES = 24;

interface Section {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
}

/**
 * Reads which versions of which libraries a 64-bit little-endian ELF object needs, and by which symbols:
 * .gnu.version_r, .gnu.version, .dynsym and .dynstr (System V ABI; Drepper, "ELF Symbol Versioning").
 * @throws ElfError for any other file, and for a truncated one.
 */
export function readDynamicObject(bytes: Buffer): DynamicObject {
  if (bytes.subarray(0, 4).toString("latin1") !== "\x7fELF") throw new ElfError("not an ELF file");
  if (bytes[4] !== 2 || bytes[5] !== 1) throw new ElfError("not a 64-bit little-endian ELF file");
  try {
    const sections = readSections(bytes);
    const dynsym = sections.find((section) => section.type === DYNSYM);
    const strings = dynsym && sections[dynsym.link];
    if (!dynsym || !strings) throw new ElfError("the file has no dynamic symbols");
    const string = (at: number) => textAt(bytes, strings, at);
    const versym = sections.find((section) => section.type === GNU_VERSYM);
    const verneed = sections.find((section) => section.type === GNU_VERNEED);
    const symbols = versym ? symbolsByVersion(bytes, dynsym, versym, string) : new Map();
    const needs = verneed ? [...readNeeds(bytes, verneed, string, symbols)] : [];
    return { machine: bytes.readUInt16LE(18), needs, string };
  } catch (error) {
    if (error instanceof RangeError)
      throw new ElfError("the file ends too early", { cause: error });
    throw error;
  }
}

function readSections(bytes: Buffer): Section[] {
  const table = Number(bytes.readBigUInt64LE(40));
  const entryBytes = bytes.readUInt16LE(58);
  return Array.from({ length: bytes.readUInt16LE(60) }, (_, i) => {
    const at = table + i * entryBytes;
    if (at + entryBytes > bytes.length) throw new ElfError("the file ends too early");
    return {
      type: bytes.readUInt32LE(at + 4),
      offset: Number(bytes.readBigUInt64LE(at + 24)),
      size: Number(bytes.readBigUInt64LE(at + 32)),
      link: bytes.readUInt32LE(at + 40),
    };
  });
}

function textAt(bytes: Buffer, strings: Section, at: number): string {
  const from = strings.offset + at;
  const end = bytes.indexOf(0, from);
  if (at >= strings.size || end === -1) throw new ElfError("a name lies outside its table");
  return bytes.toString("latin1", from, end);
}

/** Returns the symbols of each index of .gnu.version, which runs parallel to .dynsym. */
function symbolsByVersion(
  bytes: Buffer,
  dynsym: Section,
  versym: Section,
  string: (at: number) => string,
): Map<number, NeededSymbol[]> {
  const found = new Map<number, NeededSymbol[]>();
  for (let i = 0; i < dynsym.size / SYMBOL_BYTES; i++) {
    const version = bytes.readUInt16LE(versym.offset + i * 2) & 0x7fff;
    // Versions 0 and 1 are the object's own.
    if (version < 2) continue;
    const entryAt = dynsym.offset + i * SYMBOL_BYTES;
    const symbol = { name: string(bytes.readUInt32LE(entryAt)), entryAt };
    const others = found.get(version);
    if (others) others.push(symbol);
    else found.set(version, [symbol]);
  }
  return found;
}

function* readNeeds(
  bytes: Buffer,
  verneed: Section,
  string: (at: number) => string,
  symbols: ReadonlyMap<number, readonly NeededSymbol[]>,
): Generator<VersionNeed> {
  const end = verneed.offset + verneed.size;
  let at = verneed.offset;
  while (at < end) {
    const library = string(bytes.readUInt32LE(at + 4));
    let entryAt = at + bytes.readUInt32LE(at + 8);
    for (let left = bytes.readUInt16LE(at + 2); left > 0; left--) {
      yield {
        library,
        version: string(bytes.readUInt32LE(entryAt + 8)),
        weak: (bytes.readUInt16LE(entryAt + 4) & WEAK) !== 0,
        entryAt,
        symbols: symbols.get(bytes.readUInt16LE(entryAt + 6)) ?? [],
      };
      entryAt += bytes.readUInt32LE(entryAt + 12);
    }
    const next = bytes.readUInt32LE(at + 12);
    if (next === 0) return;
    at += next;
  }
}
