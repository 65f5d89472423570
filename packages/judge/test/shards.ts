import * as v from "valibot";
import type { RoundRecord, Content, RunRecord } from "@deadheat/journal";
import { roundRecord, runRecord } from "../../journal/test/records.ts";
import { gather, merge, resultSchema, type Result } from "../src/index.ts";
import { normalFrom } from "./normal.ts";
import { about } from "./results.ts";

/** The true efficiency of each server, relative to node:http. */
export const truth: Readonly<Record<string, number>> = {
  "node-http/node": 1,
  "fetch/bun": 2.5,
  "koa/node": 0.7,
  "polka/node": 0.85,
  "express/node": 0.4,
  "fastify/node": 0.8,
  "hono/bun": 2.25,
  "elysia/bun": 2.3,
};

const floorOf = (target: string) =>
  target.endsWith("/bun") && target !== "fetch/bun" ? "fetch/bun" : "node-http/node";

export interface Machine {
  readonly instance: string;
  /** The targets that this machine measures besides the A/A row and the anchors. */
  readonly own: readonly string[];
  /** The factor by which this machine changes a target's efficiency. */
  readonly bias?: Readonly<Record<string, number>>;
}

const anchors = ["express/node", "hono/bun"];
export const hash = (i: number) => String(i).padStart(16, "0");

/** Returns the journals of these machines, each machine a shard of one run. */
export function journals(
  machines: readonly Machine[],
  { seed = 1, sd = 0.01, n = 5 } = {},
): Content[] {
  const normal = normalFrom(seed);
  return machines.flatMap(({ instance, own, bias = {} }, i) =>
    ["node-http/node", ...anchors, ...own].map((target): Content => {
      const run: RunRecord = runRecord(target, {
        runId: `run-${i + 1}`,
        startedAt: `2026-11-21T1${i}:00:00.000Z`,
        instance,
      });
      const reference = floorOf(target);
      const ratio = (truth[target]! / truth[reference]!) * (bias[target] ?? 1);
      const role: RoundRecord["role"] =
        target === "node-http/node" ? "aa" : target === "fetch/bun" ? "bridge" : "cell";
      const rounds = Array.from({ length: n }, (_, k) =>
        roundRecord(target, reference, k + 1, ratio * Math.exp(normal(0, sd)), {
          role,
          startedAt: new Date(Date.UTC(2026, 10, 1 + seed, 10 + i, k)).toISOString(),
        }),
      );
      return contentOf(`${i} ${target}`, run, rounds);
    }),
  );
}

/** Returns a whole journal with nothing but these rounds. */
export function contentOf(path: string, run: RunRecord, rounds: RoundRecord[]): Content {
  const end = { type: "end", finishedAt: run.startedAt, status: "ok", reason: null } as const;
  return { path, run, verify: [], rounds, sweeps: [], openLoops: [], costs: [], end };
}

export function resultOf(contents: readonly Content[]): Result {
  const { targets } = gather({ journals: contents, bad: [] });
  const result = merge({ ...about, targets, currentRunId: null });
  // Read the result back, as a reader of the file would.
  return v.parse(resultSchema, JSON.parse(JSON.stringify(result)));
}

export const three: readonly Machine[] = [
  { instance: hash(1), own: ["fetch/bun", "koa/node"] },
  { instance: hash(2), own: ["polka/node", "elysia/bun"] },
  { instance: hash(3), own: ["fastify/node"] },
];

export const five: readonly Machine[] = [
  ...three,
  { instance: hash(4), own: [] },
  { instance: hash(5), own: [] },
];
