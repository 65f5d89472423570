import { scenarios } from "@deadheat/handlers";
import * as v from "valibot";
import { UsageError } from "./errors.ts";
import { servicesSchema } from "./services/description.ts";
import { warmupLoads } from "./measure/warm-up.ts";
import {
  duetsOnly,
  latencySettingsSchema,
  measures,
  sweepSettingsSchema,
  type Modes,
} from "./solo.ts";

/**
 * Everything that decides what a block is. The same settings reach every duet of a run, and they
 * are, word for word, part of turbo's cache key (turbo.json): what is not in here cannot change a
 * figure, or must be a file that turbo hashes.
 */
export const settingsSchema = v.object({
  profile: v.string(),
  scenarios: v.array(v.string()),
  /** Duets of a target with its floor, of two floors, of node-http/node with itself. */
  blocks: v.object({
    cell: v.number(),
    bridge: v.number(),
    aa: v.number(),
    /** In place of `cell`, by target: of cells that are known to spread more than others. */
    restless: v.optional(v.record(v.string(), v.number())),
  }),
  /**
   * Further blocks for duets whose first ones spread too far, in place of those in which a core was
   * disturbed and by Stein's two-stage rule; null: none.
   */
  precision: v.nullable(
    v.object({
      /** Of the 95 % interval, relative: 0.04 is 4 % on either side. */
      halfWidth: v.number(),
      /** All duets of a run have together at most so many beyond the planned ones. */
      spare: v.number(),
      /** Fewer where they would not end within so many seconds of the run's beginning. */
      withinSeconds: v.optional(v.number()),
    }),
  ),
  load: v.object({
    /** Of a block, and where `ownWarmup` is true, of one that needs no more. */
    warmupSeconds: v.number(),
    /** Stores that are known to warm slowly are warmed longer (measure/warm-up.ts); absent: none is. */
    ownWarmup: v.optional(v.boolean()),
    windowSeconds: v.number(),
    /** Per server. */
    connections: v.number(),
    /** Per generator. */
    workerThreads: v.number(),
  }),
  /** Missing in runs from before there was anything but duets. */
  measure: v.optional(v.array(v.picklist(measures))),
  /** Null where it is not measured. */
  sweep: v.optional(v.nullable(sweepSettingsSchema)),
  latency: v.optional(v.nullable(latencySettingsSchema)),
  /** Missing where no scenario needs one. */
  services: v.optional(servicesSchema),
  /** Only a seed that the user asked for: a drawn one must not defeat the cache. */
  seed: v.nullable(v.number()),
  machine: v.object({
    fingerprint: v.string(),
    cpu: v.string(),
    cores: v.number(),
    memory: v.number(),
    kernel: v.string(),
    os: v.string(),
    libc: v.optional(v.nullable(v.string())),
    pinning: v.object({
      mode: v.picklist(["taskset", "none"]),
      server: v.array(v.number()),
      generators: v.array(v.number()),
      batch: v.optional(v.boolean()),
      reason: v.nullable(v.string()),
    }),
  }),
  tools: v.object({
    oha: v.object({ version: v.string(), sha256: v.string() }),
    node: v.object({ version: v.string(), sha256: v.string() }),
    bun: v.object({ version: v.string(), sha256: v.string() }),
    deno: v.object({ version: v.string(), sha256: v.string() }),
  }),
});
export type Settings = v.InferOutput<typeof settingsSchema>;
export type Load = Settings["load"];
export type Blocks = Settings["blocks"];
export type Precision = Settings["precision"];

/** Which measures these settings are for. */
export function modesOf({ measure, sweep, latency }: Settings): Modes {
  return {
    measure: measure ?? duetsOnly.measure,
    sweep: sweep ?? null,
    latency: latency ?? null,
  };
}

export interface Profile {
  readonly name: string;
  readonly targets: readonly string[];
  readonly scenarios: readonly string[];
  readonly blocks: Blocks;
  readonly precision: Precision;
  /** Of a block. */
  readonly windowSeconds: number;
}

/** Intervals are to be at most so wide on either side; a wider one is a warning. */
export const PROMISED_HALF_WIDTH = 0.04;

const everyScenario = scenarios.filter((s) => s.store === null).map((s) => s.name);

/** Of a run that names none. */
export const DEFAULT_PROFILE = "quick";

export const profiles: Readonly<Record<string, Profile>> = {
  quick: {
    name: "quick",
    targets: ["hono/*", "elysia/*", "express/*", "fastify/node", "koa/node", "h3/node"],
    scenarios: ["text"],
    // Express over the Node layer of Bun and Deno spreads by twice as much as most (docs/method.md).
    blocks: { cell: 5, bridge: 6, aa: 5, restless: { "express/bun": 7, "express/deno": 7 } },
    // 12 minutes for everything: the start, the report and a last block that takes longer included.
    precision: { halfWidth: PROMISED_HALF_WIDTH, spare: 24, withinSeconds: 705 },
    // Time that is short goes further into blocks than into windows (docs/method.md, "How long a window").
    windowSeconds: 1.5,
  },
  standard: {
    name: "standard",
    targets: ["all"],
    scenarios: everyScenario,
    blocks: { cell: 6, bridge: 9, aa: 8 },
    precision: { halfWidth: PROMISED_HALF_WIDTH, spare: 120 },
    windowSeconds: 2,
  },
  full: {
    name: "full",
    targets: ["all"],
    scenarios: everyScenario,
    blocks: { cell: 12, bridge: 18, aa: 12 },
    precision: null,
    windowSeconds: 2,
  },
};

/** @throws UsageError naming the profiles that exist. */
export function profileNamed(name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return profile;
  const known = Object.keys(profiles).join(", ");
  throw new UsageError(`no profile is called ${JSON.stringify(name)}. There are: ${known}.`);
}

/**
 * How a duet is loaded. A server in a duet has half a CPU and so warms half as fast: with less than
 * 4 s express came out a third slower than it is (docs/method.md).
 */
export function defaultLoad(generatorCpus: number, windowSeconds: number): Load {
  return {
    warmupSeconds: 4,
    ownWarmup: true,
    windowSeconds,
    connections: 50,
    workerThreads: generatorCpus >= 4 ? 2 : 1,
  };
}

/**
 * Of a comparison. What it compares is mostly alike (a change and what was before it), so that its
 * blocks differ by their processes and hardly within a window: more processes then tell more than longer
 * windows (Kalibera and Jones, ISMM 2013; docs/method.md, "How long a window").
 */
export const COMPARISON_WINDOW_SECONDS = 1;

/** Spawning, checking and stopping the servers of a block: measured, 0.2 on Bun, 0.5 on Node. */
const BLOCK_OVERHEAD_SECONDS = 0.45;

/** Spawning and reading the generators of one load, and waiting for their last answers: measured. */
const LOAD_OVERHEAD_SECONDS = 0.05;

/** What turbo and a task's start add to each visit to a target: measured, 0.2 to 0.3. */
export const VISIT_SECONDS = 0.3;

/** What one block with this warm-up takes, about, in seconds. */
export function blockSeconds(load: Pick<Load, "warmupSeconds" | "windowSeconds">): number {
  const { warmupSeconds, windowSeconds } = load;
  const loads = warmupLoads(warmupSeconds).length + 2;
  return warmupSeconds + windowSeconds + BLOCK_OVERHEAD_SECONDS + loads * LOAD_OVERHEAD_SECONDS;
}

/** The least warm-up that is trusted; a shorter one is a warning in the result. */
export const TRUSTED_WARMUP_SECONDS = 4;

/** A profile's proportions for a number of blocks of a cell, of whichever target; at least 3 of each. */
export function scaleBlocks(profile: Blocks, cell: number): Blocks {
  const scaled = (of: number) => Math.max(MINIMUM_BLOCKS, Math.round((cell * of) / profile.cell));
  return { cell, bridge: scaled(profile.bridge), aa: scaled(profile.aa) };
}

/** Fewer blocks than this give an interval that says nothing: t(0.975, 1) is 12.7. */
export const MINIMUM_BLOCKS = 3;
