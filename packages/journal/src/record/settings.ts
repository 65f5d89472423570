import * as v from "valibot";
import { amount } from "./amounts.ts";
import { loadSchema } from "./load.ts";
import { servicesSchema } from "./services.ts";
import { roundsSchema, modesEntries } from "./measures.ts";

const toolSchema = v.object({ version: v.string(), sha256: v.string() });
export type Tool = v.InferOutput<typeof toolSchema>;

/**
 * The settings that decide what a round is. The same settings reach every duet of a run, and their text is part of
 * turbo's cache key (turbo.json). Anything else that could change a metric must be a file that turbo hashes.
 */
export const settingsSchema = v.object({
  profile: v.string(),
  scenarios: v.array(v.string()),
  /** The numbers of rounds of duets; fewer if time is short. */
  rounds: roundsSchema,
  /** The precision that adds rounds to duets with a wide spread, by Stein's two-stage rule; null for no such rounds. */
  precision: v.nullable(
    v.object({
      /** The relative half-width of the 95 % interval: 0.04 is 4 % on either side. */
      halfWidth: amount,
      /** The limit on further rounds of all duets of a run together. */
      spare: amount,
    }),
  ),
  /** The time limit for duets, after at least `MINIMUM_ROUNDS` rounds of each; null for no limit. */
  withinSeconds: v.nullable(amount),
  load: loadSchema,
  ...modesEntries,
  /** The services in use; missing if no scenario needs one. */
  services: v.optional(servicesSchema),
  /** The shard, such as 2/5, for cells that every shard of a split run measures; missing elsewhere. */
  shard: v.optional(v.string()),
  /** The seed that the user gave. A drawn seed is left out, because it would defeat the cache. */
  seed: v.nullable(amount),
  /** `namespaces` if each server ran in its own namespaces; missing in older records. */
  isolation: v.optional(v.picklist(["namespaces", "none"])),
  machine: v.object({
    fingerprint: v.string(),
    cpu: v.string(),
    cores: amount,
    memory: amount,
    kernel: v.string(),
    os: v.string(),
    libc: v.optional(v.nullable(v.string())),
    /** true if the kernel charges interrupts to no process (CONFIG_IRQ_TIME_ACCOUNTING); missing if not. */
    irqTime: v.optional(v.boolean()),
    pinning: v.object({
      mode: v.picklist(["taskset", "none"]),
      server: v.array(amount),
      generators: v.array(amount),
      batch: v.optional(v.boolean()),
      reason: v.nullable(v.string()),
      /** The CPUs of each duet if several are measured at once; missing otherwise. */
      lanes: v.optional(
        v.array(v.object({ server: v.array(amount), generators: v.array(amount) })),
      ),
    }),
  }),
  /** The programs by name: oha, and the runtimes in use. */
  tools: v.objectWithRest({ oha: toolSchema }, toolSchema),
});
export type Settings = v.InferOutput<typeof settingsSchema>;

export type Precision = Settings["precision"];
