// Journals: append-only files of records, and their contents.
export {
  type BadLine,
  type Journal,
  type JournalContent,
  isWhole,
  openJournal,
  readJournal,
} from "./journal.ts";
export { type Content, type Contents, contentsOf, readContents } from "./contents.ts";
export { type BlobHeader, readBlobHeader, writeBlob } from "./blob.ts";
export type { BlobRecord } from "./record/blob.ts";

// Conditions: what makes two records comparable.
export { refuseUnlike } from "./conditions.ts";
export { type ClassDifference, classDifference, instanceOfKernel } from "./machine-class.ts";

// Records.
export {
  type BlockRecord,
  type EndRecord,
  type ErrorCounts,
  type JournalRecord,
  type OpenLoopRecord,
  type RunRecord,
  SCHEMA,
  type Side,
  type StepLatency,
  type SweepRecord,
  type VerifyRecord,
  blockRecordSchema,
  differenceSchema,
  errorCountsSchema,
  failureOf,
  isCold,
  recordSchema,
} from "./record/record.ts";
export { type CostRate, type CostRecord, type CostSide, costRecordSchema } from "./record/cost.ts";
export { type MachineUse, instanceSchema } from "./record/machine.ts";
export {
  type LoadedPackage,
  type ServedBy,
  isPackage,
  loadedPackageSchema,
  servedBySchema,
} from "./record/loaded.ts";
export { type CpuProfile, cpuProfileSchema } from "./record/cpu-profile.ts";
export { revisionSchema } from "./record/revision.ts";
export { withBaseAndNew } from "./record/older.ts";
export { type Duet, type OfCell, type Role, duetName, targetOf } from "./record/duet.ts";
export { type Warning, warningSchema } from "./record/warning.ts";

// Settings: everything that decides a figure.
export {
  type Load,
  type Precision,
  type RecordedSettings,
  type Settings,
  modesOf,
  recordedSettingsSchema,
  settingsSchema,
} from "./record/settings.ts";
export {
  type Blocks,
  type CostSettings,
  type LatencySettings,
  type Measure,
  type Modes,
  type SweepSettings,
  duetsOnly,
  measures,
} from "./record/measures.ts";
export {
  type Warmed,
  type Warmup,
  answersFor,
  defaultWarmup,
  tooShort,
  warmupOf,
} from "./record/warm-up.ts";
export {
  type ServiceDescription,
  type ServicesDescription,
  servicesSchema,
  storeOf,
} from "./record/services.ts";

// Files that somebody else may have made.
export { readRegular } from "./regular.ts";

// Runtimes, and the floor of each.
export {
  type Runtime,
  floors,
  isFloor,
  referenceOf,
  runtimeOf,
  runtimes,
  runtimesOf,
} from "./floors.ts";

// Fields of a framework's manifest, also of a retired one.
export {
  address,
  frameworkName,
  once,
  packageName,
  sentence,
  someRuntimes,
} from "./record/fields.ts";
export { type Retired, retiredSchema } from "./record/retired.ts";

// The ground: redaction, files, caches, locks, errors.
export { hideFolder, publishable, publishableDocument, withoutRoot } from "./redact.ts";
export { copyWhole, journalPath, writeWhole } from "./files.ts";
export { cacheDirectory } from "./cache-directory.ts";
export { type Lock, type LockOptions, takeLock, withLock } from "./lock.ts";
export { UsageError, messageOf } from "./errors.ts";
