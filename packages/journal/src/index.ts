// Journals: append-only files of records, and their contents.
export * from "./journal.ts";
export * from "./contents.ts";
export * from "./blob.ts";
export type { BlobRecord } from "./record/blob.ts";

// Conditions: what makes two records comparable.
export * from "./conditions.ts";
export * from "./machine-class.ts";

// Records.
export * from "./record/record.ts";
export * from "./record/cost.ts";
export { type Further, type LatencyPair } from "./record/further.ts";
export { type Checkpoint, type GrowthRecord } from "./record/growth.ts";
export * from "./record/machine.ts";
export * from "./record/cpu-profile.ts";
export * from "./record/heap-profile.ts";
export * from "./record/loaded.ts";
export * from "./record/duet.ts";
export * from "./record/warning.ts";
export type { Counter } from "./record/counter.ts";

// Settings: everything that decides a metric.
export * from "./record/fit.ts";
export * from "./record/load.ts";
export * from "./record/settings.ts";
export * from "./record/measures.ts";
export * from "./record/warm-up.ts";
export * from "./record/services.ts";

// Runtimes, and the floor of each.
export * from "./runtimes/list.ts";
export { byRuntime } from "./runtimes/by-runtime.ts";
export type { Platform, PlatformPackage, RuntimeFacts } from "./runtimes/runtime.ts";
export * from "./floors.ts";

// Numbers that a record or a document may hold.
export { amount, type Counts, ratio, share } from "./record/amounts.ts";

// Fields of a framework's manifest, also of a retired one.
export * from "./record/fields.ts";
export * from "./record/retired.ts";

// Shared by all: redaction, files, caches, the environment, locks, errors.
export * from "./redact.ts";
export * from "./files.ts";
export * from "./regular.ts";
export * from "./cache-directory.ts";
export * from "./environment.ts";
export * from "./lock.ts";
export * from "./errors.ts";
export * from "./scratch.ts";
export { notPrivate } from "./private.ts";
