/** The needs of a generated shared object for one library. */
export interface Needs {
  readonly library: string;
  readonly versions: readonly {
    readonly version: string;
    readonly weak?: boolean;
    readonly symbols: readonly string[];
  }[];
}

const HEADER = 64;
const SECTION = 64;

/** Returns a 64-bit little-endian ELF file with only the sections that a loader reads to find the needed versions. */
export function elfFile(needs: readonly Needs[], machine = 62): Buffer {
  const strings = [""];
  const placeOf = (text: string): number => {
    if (!strings.includes(text)) strings.push(text);
    return strings.slice(0, strings.indexOf(text)).reduce((sum, s) => sum + s.length + 1, 0);
  };
  const symbols: { name: string; version: number }[] = [{ name: "", version: 0 }];
  const verneed: Buffer[] = [];
  let version = 2;
  needs.forEach(({ library, versions }, i) => {
    const head = Buffer.alloc(16);
    head.writeUInt16LE(1, 0);
    head.writeUInt16LE(versions.length, 2);
    head.writeUInt32LE(placeOf(library), 4);
    head.writeUInt32LE(16, 8);
    head.writeUInt32LE(i === needs.length - 1 ? 0 : 16 + 16 * versions.length, 12);
    verneed.push(head);
    versions.forEach((one, j) => {
      const entry = Buffer.alloc(16);
      entry.writeUInt32LE(hash(one.version), 0);
      entry.writeUInt16LE(one.weak ? 2 : 0, 4);
      entry.writeUInt16LE(version, 6);
      entry.writeUInt32LE(placeOf(one.version), 8);
      entry.writeUInt32LE(j === versions.length - 1 ? 0 : 16, 12);
      verneed.push(entry);
      for (const name of one.symbols) symbols.push({ name, version });
      version++;
    });
  });
  const dynsym = Buffer.alloc(24 * symbols.length);
  const versym = Buffer.alloc(2 * symbols.length);
  symbols.forEach((symbol, i) => {
    dynsym.writeUInt32LE(placeOf(symbol.name), 24 * i);
    versym.writeUInt16LE(symbol.version, 2 * i);
  });
  const dynstr = Buffer.from(`${strings.join("\0")}\0`, "latin1");
  return assemble(machine, [
    { type: 0, content: Buffer.alloc(0), link: 0 },
    { type: 3, content: dynstr, link: 0 },
    { type: 11, content: dynsym, link: 1 },
    { type: 0x6fffffff, content: versym, link: 2 },
    { type: 0x6ffffffe, content: Buffer.concat(verneed), link: 1 },
  ]);
}

function assemble(
  machine: number,
  sections: readonly { type: number; content: Buffer; link: number }[],
): Buffer {
  const header = Buffer.alloc(HEADER);
  header.write("\x7fELF\x02\x01\x01", 0, "latin1");
  header.writeUInt16LE(machine, 18);
  let offset = HEADER;
  const table = sections.map(({ type, content, link }) => {
    const entry = Buffer.alloc(SECTION);
    entry.writeUInt32LE(type, 4);
    entry.writeBigUInt64LE(BigInt(offset), 24);
    entry.writeBigUInt64LE(BigInt(content.length), 32);
    entry.writeUInt32LE(link, 40);
    offset += content.length;
    return entry;
  });
  header.writeBigUInt64LE(BigInt(offset), 40);
  header.writeUInt16LE(SECTION, 58);
  header.writeUInt16LE(sections.length, 60);
  return Buffer.concat([header, ...sections.map(({ content }) => content), ...table]);
}

/** Returns the System V ABI's hash of a name. */
function hash(name: string): number {
  let h = 0;
  for (const byte of Buffer.from(name, "latin1")) {
    h = ((h << 4) >>> 0) + byte;
    const high = h & 0xf0000000;
    if (high !== 0) h ^= high >>> 24;
    h = (h & ~high) >>> 0;
  }
  return h;
}
