import assert from "node:assert/strict";
import { test } from "node:test";
import { ElfError, readDynamicObject } from "../src/elf.ts";
import { fitness, withOlderNames } from "../src/older-glibc.ts";
import { elfFile, type Needs } from "./elf-file.ts";

const libc = (...versions: Needs["versions"][number][]): Needs => ({
  library: "libc.so.6",
  versions: [{ version: "GLIBC_2.2.5", symbols: ["malloc", "strlen"] }, ...versions],
});
const c23 = { version: "GLIBC_2.38", symbols: ["__isoc23_strtol", "__isoc23_strtoull"] };
const libm: Needs = {
  library: "libm.so.6",
  versions: [{ version: "GLIBC_2.27", symbols: ["expf"] }],
};

test("the needs of a shared object are read by library, version and symbol", () => {
  const { machine, needs } = readDynamicObject(elfFile([libm, libc(c23)]));
  assert.equal(machine, 62);
  assert.deepEqual(
    needs.map(({ library, version, weak, symbols }) => ({
      library,
      version,
      weak,
      symbols: symbols.map(({ name }) => name),
    })),
    [
      { library: "libm.so.6", version: "GLIBC_2.27", weak: false, symbols: ["expf"] },
      { library: "libc.so.6", version: "GLIBC_2.2.5", weak: false, symbols: ["malloc", "strlen"] },
      { library: "libc.so.6", weak: false, ...c23 },
    ],
  );
});

test("a host with a new enough glibc loads the object as it is", () => {
  for (const host of ["2.38", "2.41", "3.0"]) {
    assert.deepEqual(fitness(elfFile([libm, libc(c23)]), host), { fits: true });
  }
  // 2.4 is older than 2.27: versions are numbers, not text.
  assert.equal(fitness(elfFile([libm]), "2.4").fits, false);
  const weak = libc({ version: "GLIBC_2.99", weak: true, symbols: ["not_needed"] });
  assert.deepEqual(fitness(elfFile([weak]), "2.36"), { fits: true });
});

test("an older host needs older names, if nothing else is newer", () => {
  assert.deepEqual(fitness(elfFile([libm, libc(c23)]), "2.36"), {
    fits: false,
    needs: "2.38",
    renamed: ["__isoc23_strtol", "__isoc23_strtoull"],
  });
});

const refused: [string, Buffer, RegExp][] = [
  [
    "another newer symbol",
    elfFile([libc(c23, { version: "GLIBC_2.37", symbols: ["arc4random"] })]),
    /arc4random/,
  ],
  [
    "an unknown symbol of the same version",
    elfFile([libc({ ...c23, symbols: [...c23.symbols, "strlcpy"] })]),
    /strlcpy/,
  ],
  ["another processor", elfFile([libc(c23)], 183), /x86-64/],
  [
    "no older version to take",
    elfFile([{ library: "libc.so.6", versions: [c23] }]),
    /GLIBC_2\.2\.5/,
  ],
];
for (const [name, bytes, reason] of refused) {
  test(`${name} is rejected with the reason`, () => {
    const fit = fitness(bytes, "2.36");
    assert.ok("refused" in fit);
    assert.match(fit.refused, reason);
    assert.throws(() => withOlderNames(bytes, "2.36"), RangeError);
  });
}

test("the copy needs the older names of the oldest version, and differs in nothing else", () => {
  const bytes = elfFile([libm, libc(c23)]);
  const before = Buffer.from(bytes);
  const copy = withOlderNames(bytes, "2.36");
  assert.deepEqual(bytes, before, "the original is not touched");
  assert.deepEqual(fitness(copy, "2.28"), { fits: true });
  const needs = readDynamicObject(copy).needs.map(({ version, symbols }) => [
    version,
    symbols.map(({ name }) => name),
  ]);
  assert.deepEqual(needs, [
    ["GLIBC_2.27", ["expf"]],
    ["GLIBC_2.2.5", ["malloc", "strlen"]],
    ["GLIBC_2.2.5", ["strtol", "strtoull"]],
  ]);
  const changed = [...copy.keys()].filter((i) => copy[i] !== bytes[i]);
  // The places of two names, and the hash and the name of one version.
  assert.ok(changed.length <= 4 * 4);
});

test("any other file throws, and is never copied", () => {
  const whole = elfFile([libc(c23)]);
  assert.throws(() => fitness(Buffer.from("#!/bin/sh\n"), "2.36"), ElfError);
  assert.throws(() => fitness(Buffer.alloc(0), "2.36"), ElfError);
  const bits32 = Buffer.from(whole);
  bits32[4] = 1;
  assert.throws(() => fitness(bits32, "2.36"), ElfError);
  for (let length = 0; length < whole.length; length++) {
    assert.throws(() => fitness(whole.subarray(0, length), "2.36"), ElfError, `${length} bytes`);
  }
});
