import type { Trial } from "../provenance/trial.ts";
import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { attempt, readRegular, withScratch } from "@deadheat/journal";
import { learn } from "../learn/learn.ts";
import type { Session } from "../search/session.ts";

const rangeSchema = v.object({
  startOffset: v.number(),
  endOffset: v.number(),
  count: v.number(),
});
const coverageSchema = v.object({
  result: v.array(
    v.object({
      url: v.string(),
      functions: v.array(v.object({ functionName: v.string(), ranges: v.array(rangeSchema) })),
    }),
  ),
});
type Script = v.InferOutput<typeof coverageSchema>["result"][number];

const LARGEST = 500_000_000;

/** The code that a server ran to start and to respond to the request once. */
export interface Coverage {
  /** Returns whether any of some lines ran; null if the file is unknown. Lines count from 1. */
  readonly ran: (
    file: string,
    lines: readonly string[],
    from: number,
    count: number,
  ) => boolean | null;
  /** Returns the name of the innermost function that a line is in; null if it is in none that has a name. */
  readonly functionAt: (file: string, lines: readonly string[], line: number) => string | null;
}

/**
 * Starts a server once more with V8's coverage on, and asks it for the request. Returns null on a runtime without, and for a
 * server that ends without writing its coverage.
 * @throws Interrupted
 */
export async function coverageOf(
  { testbed, request }: Session,
  { side }: Trial,
): Promise<Coverage | null> {
  if (side.runtime !== "node") return null;
  return withScratch("coverage", async (folder) => {
    const env = { ...side.env, NODE_V8_COVERAGE: folder };
    const learning = { ...testbed, pinning: testbed.machine.pinning, allowDifferent: true };
    try {
      await learn([{ ...side, env, writable: [...(side.writable ?? []), folder] }], [request], {
        ...learning,
        pilots: null,
      });
    } catch (error) {
      if (testbed.signal.aborted) throw error;
      return null;
    }
    return readCoverage(folder);
  });
}

export function readCoverage(folder: string): Coverage | null {
  const scripts = new Map<string, Script[]>();
  for (const name of attempt(() => readdirSync(folder)) ?? []) {
    const read = () => JSON.parse(String(readRegular(join(folder, name), LARGEST))) as unknown;
    const found = v.safeParse(coverageSchema, attempt(read));
    for (const script of found.success ? found.output.result : []) {
      const file = attempt(() => realpathSync(fileURLToPath(script.url)));
      if (file !== null) scripts.set(file, [...(scripts.get(file) ?? []), script]);
    }
  }
  if (scripts.size === 0) return null;
  const offsetOf = (lines: readonly string[], line: number) => {
    const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length, 0);
    return before + (lines[line - 1]?.search(/\S|$/) ?? 0);
  };
  return {
    ran: (file, lines, from, count) => {
      const own = scripts.get(file);
      if (own === undefined) return null;
      const all = Array.from({ length: Math.max(1, count) }, (_, i) => offsetOf(lines, from + i));
      return all.some((offset) =>
        own.some((script) => (innermost(script, offset)?.count ?? 0) > 0),
      );
    },
    functionAt: (file, lines, line) => {
      const offset = offsetOf(lines, line);
      const around = (scripts.get(file) ?? [])
        .flatMap(({ functions }) => functions)
        .filter(
          ({ functionName, ranges: [all] }) =>
            functionName !== "" && all !== undefined && holds(all, offset),
        )
        .toSorted((a, b) => sizeOf(a.ranges[0]) - sizeOf(b.ranges[0]));
      return around[0]?.functionName ?? null;
    },
  };
}

type Range = v.InferOutput<typeof rangeSchema>;

const holds = ({ startOffset, endOffset }: Range, offset: number) =>
  startOffset <= offset && offset < endOffset;
const sizeOf = (range: Range | undefined) => (range ? range.endOffset - range.startOffset : 0);

/** Returns the smallest range around an offset, whose count is that of the offset. */
function innermost({ functions }: Script, offset: number): Range | undefined {
  return functions
    .flatMap(({ ranges }) => ranges)
    .filter((range) => holds(range, offset))
    .toSorted((a, b) => sizeOf(a) - sizeOf(b))[0];
}
