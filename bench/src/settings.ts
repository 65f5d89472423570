import { scenarios } from "@deadheat/handlers";
import * as v from "valibot";
import { UsageError } from "./errors.ts";
import type { Runtime } from "./manifest.ts";
import { servicesSchema } from "./services/description.ts";
import {
  answersFor,
  endsSeconds,
  defaultWarmup,
  LOAD_OVERHEAD_SECONDS,
  togetherLoads,
  warmSeconds,
  warmupSchema,
} from "./measure/warm-up.ts";
import {
  duetsOnly,
  latencySettingsSchema,
  measures,
  sweepSettingsSchema,
  type Modes,
} from "./solo.ts";

const loadEntries = {
  windowSeconds: v.number(),
  /** Per server. */
  connections: v.number(),
  /** Per generator. */
  workerThreads: v.number(),
};

/**
 * Everything that decides what a block is. The same settings reach every duet of a run, and they
 * are, word for word, part of turbo's cache key (turbo.json): what is not in here cannot change a
 * figure, or must be a file that turbo hashes.
 */
export const settingsSchema = v.object({
  profile: v.string(),
  scenarios: v.array(v.string()),
  /** Duets of a target with its floor, of two floors, of node-http/node with itself; fewer where time is short. */
  blocks: v.object({ cell: v.number(), bridge: v.number(), aa: v.number() }),
  /** Further blocks for duets whose first ones spread too far, by Stein's two-stage rule; null: none. */
  precision: v.nullable(
    v.object({
      /** Of the 95 % interval, relative: 0.04 is 4 % on either side. */
      halfWidth: v.number(),
      /** All duets of a run have together at most so many beyond the planned ones. */
      spare: v.number(),
    }),
  ),
  /** Duets are measured for no longer, but for at least `MINIMUM_BLOCKS` of each; null: as long as they take. */
  withinSeconds: v.nullable(v.number()),
  /** Processes that only spin beside the servers, on their CPU: what a slow machine does to figures. */
  ballast: v.optional(v.number()),
  load: v.object({ warmup: warmupSchema, ...loadEntries }),
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

/** As journals and results hold them: those of before 2026-11-23 were warmed by the clock, for so many seconds. */
export const recordedSettingsSchema = v.object({
  ...settingsSchema.entries,
  load: v.object({
    warmup: v.optional(warmupSchema),
    warmupSeconds: v.optional(v.number()),
    ...loadEntries,
  }),
  withinSeconds: v.optional(v.nullable(v.number())),
});
export type RecordedSettings = v.InferOutput<typeof recordedSettingsSchema>;
export type Load = Settings["load"];
export type Blocks = Settings["blocks"];
export type Precision = Settings["precision"];

/** Which measures these settings are for. */
export function modesOf({ measure, sweep, latency }: RecordedSettings): Modes {
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
  /** Null: as long as it takes. */
  readonly withinSeconds: number | null;
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
    blocks: { cell: 5, bridge: 6, aa: 5 },
    precision: { halfWidth: PROMISED_HALF_WIDTH, spare: 40 },
    // 12 minutes for everything: the start, the report and a last block that takes longer included.
    withinSeconds: 695,
    // Time that is short goes further into blocks than into windows (docs/method.md, "How long a window").
    windowSeconds: 1.5,
  },
  standard: {
    name: "standard",
    targets: ["all"],
    scenarios: everyScenario,
    blocks: { cell: 6, bridge: 9, aa: 8 },
    precision: { halfWidth: PROMISED_HALF_WIDTH, spare: 120 },
    withinSeconds: null,
    windowSeconds: 2,
  },
  full: {
    name: "full",
    targets: ["all"],
    scenarios: everyScenario,
    blocks: { cell: 12, bridge: 18, aa: 12 },
    precision: null,
    withinSeconds: null,
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

/** How a duet is loaded. */
export function defaultLoad(generatorCpus: number, windowSeconds: number): Load {
  return {
    warmup: defaultWarmup,
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

/** What a visit to a target adds to its blocks, for the start of its task: measured, 0.2 to 0.3. */
export const VISIT_SECONDS = 0.3;

/** What one block of servers on these runtimes takes, about, in seconds, before this machine has told. */
export function blockSeconds(
  { warmup, windowSeconds }: Pick<Load, "warmup" | "windowSeconds">,
  runtimes: readonly Runtime[],
): number {
  const alone = warmSeconds(answersFor(warmup, runtimes));
  const loads = togetherLoads(warmup).length + 2;
  return (
    2 * alone +
    warmup.togetherSeconds +
    endsSeconds(windowSeconds) +
    windowSeconds +
    BLOCK_OVERHEAD_SECONDS +
    loads * LOAD_OVERHEAD_SECONDS
  );
}

/** A profile's proportions for a number of blocks of a cell; at least 3 of each. */
export function scaleBlocks(profile: Blocks, cell: number): Blocks {
  const scaled = (of: number) => Math.max(MINIMUM_BLOCKS, Math.round((cell * of) / profile.cell));
  return { cell, bridge: scaled(profile.bridge), aa: scaled(profile.aa) };
}

/** Fewer blocks than this give an interval that says nothing: t(0.975, 1) is 12.7. */
export const MINIMUM_BLOCKS = 3;
