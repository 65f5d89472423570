import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import * as fc from "fast-check";

// Inputs for parsers of what comes from outside, and the check that every parser must pass.

/** The number of inputs of each parser. `test:faults` sets 100,000. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 300);
/** The cases are the same each time, unless FUZZ_RUNS is set. */
const options = process.env.FUZZ_RUNS === undefined ? { seed: 20261121 } : {};

/** An input that takes longer, in milliseconds, hangs its parser. The longest inputs have 100,000 characters. */
const PATIENCE = 2000;

interface Rules<Input, Value> {
  readonly parse: (input: Input) => Value | Promise<Value>;
  /** The error classes that the parser documents. */
  readonly refusals: readonly (abstract new (...args: never[]) => Error)[];
  /** The number of inputs in one case; 1 unless given. */
  readonly each?: number;
  /** Checks a returned value. Every value is checked to be plain data with finite numbers, unless this says otherwise. */
  readonly check?: (value: Value, input: Input) => void;
}

/** Checks that a parser returns plain data in time or throws a documented error, and leaves every prototype alone. */
export async function fuzz<Input, Value>(
  inputs: fc.Arbitrary<Input>,
  { parse, refusals, each = 1, check = assertPlain }: Rules<Input, Value>,
): Promise<void> {
  const before = shapes();
  const property = fc.asyncProperty(inputs, async (input) => {
    const from = performance.now();
    const found = await outcome(parse, input);
    const milliseconds = performance.now() - from;
    assert.ok(milliseconds < PATIENCE, `the parser took ${milliseconds} ms`);
    assert.deepEqual(shapes(), before, "the parser changed a prototype");
    if ("value" in found) return check(found.value, input);
    const { error } = found;
    assert.ok(
      refusals.some((refusal) => error instanceof refusal),
      error instanceof Error ? String(error.stack) : String(error),
    );
  });
  // To shrink a case may take more memory than the parser had.
  const runs = { numRuns: Math.ceil(numRuns / each), endOnFailure: true };
  await fc.assert(property, { ...options, ...runs });
}

/** Returns a folder for the files of parsers, in memory if the system has such a folder. It is removed after the test. */
export function fastFolder(t: TestContext): string {
  const folder = mkdtempSync(
    join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "deadheat-test-"),
  );
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function outcome<Input, Value>(
  parse: (input: Input) => Value | Promise<Value>,
  input: Input,
): Promise<{ readonly value: Value } | { readonly error: unknown }> {
  try {
    return { value: await parse(input) };
  } catch (error) {
    return { error };
  }
}

function shapes(): string {
  return [Object, Array, String, Number, Function]
    .map(({ prototype }) => Reflect.ownKeys(prototype).length)
    .join();
}

/** Checks that a value is data: its objects have the usual prototypes, and its numbers are finite. */
export function assertPlain(value: unknown): void {
  for (const left = [value]; left.length > 0;) {
    const one = left.pop();
    if (typeof one === "number") assert.ok(Number.isFinite(one), `${one} was accepted`);
    if (typeof one !== "object" || one === null || one instanceof URL) continue;
    const usual = [Object.prototype, Array.prototype, Map.prototype, null];
    assert.ok(
      usual.includes(Object.getPrototypeOf(one) as null),
      "a value has a prototype of its own",
    );
    left.push(
      ...Object.values(one),
      ...(one instanceof Map ? [...one.keys(), ...one.values()] : []),
    );
  }
}

/** `1e999`, which JSON.parse reads as Infinity, and nestings that are deeper than the stack. Written as text. */
const LITERALS: Readonly<Record<string, string>> = {
  "\u0000infinite": "1e999",
  "\u0000deep list": `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  "\u0000deep object": `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
};

const evilText = [
  "__proto__",
  "constructor",
  "toString",
  "../../../etc/passwd",
  "/dev/zero",
  "\u001b[2J\u202e",
  "a\nb\r\nc",
  "\ud800",
  "\0",
  "",
  " ",
  "@",
  "-1",
  "NaN",
  "$(touch x)",
  "<script>",
  "\u0000infinite",
];
/** Large values, which are rare: most of the time would go into writing them. */
const largeText = ["a".repeat(50_000), "@a/".repeat(10_000), ...Object.keys(LITERALS)];
const evilNumber = [-1, -0, 0, 0.5, 1e-320, 2 ** 31, 2 ** 53, 1e21, 1e308, -1e308];

/** Any text, and texts that repeat a part so often that a pattern without a bound would show. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.array(fc.nat(0x10ffff)).map((codes) => String.fromCodePoint(...codes)),
  },
  { weight: 20, arbitrary: fc.string() },
  { weight: 20, arbitrary: fc.constantFrom(...evilText) },
  { weight: 1, arbitrary: fc.constantFrom(...largeText) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.string({ maxLength: 6 }), fc.string({ maxLength: 3 }), fc.nat(15_000))
      .map(([part, end, times]) => part.repeat(times) + end),
  },
);

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(...evilNumber, ...evilText, null, true, [], {}, [[]], [null], [{}]),
  fc.jsonValue({ maxDepth: 2 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  anyText,
);

interface Change {
  readonly at: number;
  readonly kind: "replace" | "remove" | "add" | "repeat" | "swap";
  readonly key: string;
  readonly value: unknown;
}

const anyChange: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom("replace", "replace", "replace", "remove", "add", "repeat", "swap"),
  key: fc.oneof(fc.constantFrom(...evilText), fc.string()),
  value: anyValue,
});

/** Texts of JSON: valid documents with a few changed places, cut off or changed bytes, and any other JSON and text. */
export function jsonLike(documents: readonly unknown[]): fc.Arbitrary<string> {
  const document = fc.constantFrom(...documents);
  const changed = fc
    .tuple(document, fc.array(anyChange, { minLength: 1, maxLength: 3 }))
    .map(([one, changes]) => textOf(changes.reduce(withChange, structuredClone(one))));
  return fc.oneof(
    { weight: 12, arbitrary: changed },
    { weight: 2, arbitrary: textLike(documents.map((one) => JSON.stringify(one))) },
    { weight: 1, arbitrary: fc.json() },
  );
}

/** Texts: valid ones that are cut off, or have changed, repeated or inserted parts; and any other text. */
export function textLike(texts: readonly string[]): fc.Arbitrary<string> {
  const edited = fc
    .tuple(fc.constantFrom(...texts), fc.nat(), fc.nat(8), anyText, fc.nat(3))
    .map(([text, place, length, put, kind]) => {
      const at = place % (text.length + 1);
      if (kind === 0) return text.slice(0, at);
      if (kind === 1) return text.slice(0, at) + put + text.slice(at + length);
      if (kind === 2)
        return text.slice(0, at) + text.slice(at, at + length).repeat(1000) + text.slice(at);
      return put + text.slice(at);
    });
  return fc.oneof({ weight: 3, arbitrary: edited }, { weight: 1, arbitrary: anyText });
}

function textOf(value: unknown): string {
  return (JSON.stringify(value) ?? "").replaceAll(
    /"\\u0000(infinite|deep list|deep object)"(?!:)/g,
    (_, name) => LITERALS[`\u0000${name}`] as string,
  );
}

type Container = Record<string, unknown>;

/** Collects every object and list in a value, with each of its keys. */
function placesOf(value: unknown, into: [Container, string][] = []): [Container, string][] {
  if (typeof value !== "object" || value === null) return into;
  for (const key of Object.keys(value)) {
    into.push([value as Container, key]);
    placesOf((value as Container)[key], into);
  }
  return into;
}

function withChange(document: unknown, { at, kind, key, value: given }: Change): unknown {
  // Later changes must not reach the value that other cases get too.
  const value = structuredClone(given);
  const places = placesOf(document);
  const [inside, own] = places[at % Math.max(1, places.length)] ?? [null, ""];
  if (inside === null) return value;
  switch (kind) {
    case "replace":
      define(inside, own, value);
      break;
    case "remove":
      if (Array.isArray(inside)) inside.splice(Number(own), 1);
      else delete inside[own];
      break;
    case "add":
      if (Array.isArray(inside)) inside.push(value);
      else define(inside, key, value);
      break;
    case "repeat":
      if (Array.isArray(inside))
        inside.push(...Array.from({ length: 50 }, () => inside[Number(own)]));
      else define(inside, key, structuredClone(inside[own]));
      break;
    case "swap": {
      const [other, name] = places[(at >>> 8) % places.length] as [Container, string];
      const [one, two] = [structuredClone(inside[own]), structuredClone(other[name])];
      define(inside, own, two);
      define(other, name, one);
    }
  }
  return document;
}

/** Sets a property of its own, also one that is called `__proto__`. */
function define(inside: Container, key: string, value: unknown): void {
  Object.defineProperty(inside, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
