import { gzipSync } from "node:zlib";
import type { Explained, Stack } from "@deadheat/judge";
import { ownCost, placeWords } from "../content/explained.ts";

// The profile of pprof (github.com/google/pprof, proto/profile.proto). Unlike a .cpuprofile, it can hold a negative time.

type Field = readonly [number: number, content: number | Buffer | readonly number[]];

/** The unit of values: of a time the nanoseconds of a thousand requests, of memory bytes. */
const scales = { cpu: 1e12, startup: 1e9, memory: 1, "memory-growth": 1e3 } as const;

/** Returns the call paths of an explanation as a gzipped pprof profile: the difference, and the time in each server. */
export function renderPprof({ metric, functions, stacks = [] }: Explained): Buffer {
  const strings: string[] = [""];
  const places = new Map(strings.map((text, i) => [text, i]));
  const text = (words: string): number => {
    const known = places.get(words) ?? strings.push(words) - 1;
    places.set(words, known);
    return known;
  };
  const scale = scales[metric];
  const unit = text(metric.startsWith("memory") ? "bytes" : "nanoseconds");
  const types = ["base", "new", "difference"].map((name) =>
    field(1, message([1, text(name)], [2, unit])),
  );
  const samples: Buffer[] = [];
  const visit = (stack: Stack, above: readonly number[]): void => {
    const path = [stack.function + 1, ...above];
    const [own, ownNew] = ownCost(stack).map((value) => Math.round(scale * value)) as [
      number,
      number,
    ];
    samples.push(field(2, message([1, path], [2, [own, ownNew, ownNew - own]])));
    for (const call of stack.calls) visit(call, path);
  };
  for (const stack of stacks) visit(stack, []);
  const described = functions.flatMap((one, i) => {
    const [id, line] = [i + 1, one.line ?? 0];
    const code = message([1, id], [4, message([1, id], [2, line])]);
    const file = text(placeWords({ ...one, line: null }) || one.kind);
    return [field(4, code), field(5, message([1, id], [2, text(one.name)], [4, file], [5, line]))];
  });
  const last = field(14, text("difference"));
  const table = strings.map((words) => field(6, Buffer.from(words)));
  return gzipSync(Buffer.concat([...types, ...samples, ...described, ...table, last]));
}

/** Encodes fields as protocol buffers do: numbers as varints, the rest with its length. */
function message(...fields: readonly Field[]): Buffer {
  return Buffer.concat(fields.map(([number, content]) => field(number, content)));
}

function field(number: number, content: Field[1]): Buffer {
  if (typeof content === "number") return Buffer.concat([varint(number << 3), varint(content)]);
  const bytes = Buffer.isBuffer(content) ? content : Buffer.concat(content.map(varint));
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = BigInt.asUintN(64, BigInt(value));
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
  return Buffer.from([...bytes, Number(left)]);
}
