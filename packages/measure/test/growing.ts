import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import type { Checkpoint, FileRuntime } from "@deadheat/journal";
import { runRound, type Entrant } from "../src/index.ts";
import { benchOf, entrant, exchange, firstRound } from "./servers.ts";

/** The work of a server for a request. */
const keeping = {
  ring: "kept[count % 1000] = { url: request.url, text: 'y'.repeat(50) + count };",
  everything: "kept.push({ url: request.url, text: 'y'.repeat(50) + count });",
  buffers: "kept.push(Buffer.alloc(20_000));",
  /** 2,000 bytes in the heap of JavaScript, and 2,000 outside. */
  both: "kept.push(Array.from({ length: 250 }, (_, i) => i + 0.5), Buffer.alloc(2000));",
  /** A cache that is full after the warm-up. */
  cache: "if (count < 1500) kept.push('y'.repeat(50) + count);",
};

export const keeps = (
  runtime: FileRuntime,
  name: keyof typeof keeping,
  command?: readonly string[],
) =>
  entrant(runtime, name, {
    before: "const kept = [];",
    onRequest: keeping[name],
    ...(command && { command }),
  });

export async function measured(target: Entrant, reference: Entrant) {
  const bench = await benchOf(2000, { windowSeconds: 0.6, connections: 20 });
  const entrants = { new: target, base: reference };
  const wanted = { loads: ["memory-growth"] } as const;
  const record = await runRound(firstRound(target, reference), entrants, exchange, bench, wanted);
  assert.equal(record.void, null);
  assert.ok(record.further?.growth);
  return record;
}

/** Returns the bytes per response over the late loads. */
export function bytesPer(checkpoints: readonly Checkpoint[], of: "live" | "resident"): number {
  const second = checkpoints.slice(2);
  const responses = second.slice(1).reduce((sum, one) => sum + one.responses, 0);
  return ((second.at(-1)?.[of] ?? 0) - (second[0]?.[of] ?? 0)) / responses;
}

/** Tests that a server that keeps `name` grows by `low` to `high` bytes per response, and one that keeps the last thousand does not. */
export function testGrowth(
  runtime: FileRuntime,
  name: keyof typeof keeping,
  low: number,
  high: number,
): void {
  test(`on ${runtime} a server that keeps ${name} grows, one that keeps the last thousand does not`, async () => {
    const record = await measured(keeps(runtime, name), keeps(runtime, "ring"));
    const { sides, void: reason } = record.further?.growth ?? {};
    assert.equal(reason, null);
    assert.ok(sides);
    assert.equal(sides.new.length, 6);
    assert.equal(sides.new[0]?.responses, 0);
    assert.ok(sides.new.slice(1).every(({ responses }) => responses > 0));
    const [leak, ring] = [bytesPer(sides.new, "live"), bytesPer(sides.base, "live")];
    assert.ok(leak > low && leak < high, `${leak} bytes per response`);
    assert.ok(Math.abs(ring) < 40, `${ring} bytes per response`);
    // Peak memory is read before these loads.
    const last = sides.new.at(-1)?.resident ?? 0;
    if (process.platform === "linux") assert.ok(last > 10e6);
    const most = Math.max(...sides.new.map(({ live }) => live));
    assert.ok(most < 1.5e9, `a leak is bounded, not ${most} bytes`);
  });
}
