// A journal: an append-only file of records, and what is in it.
export {
  type BadLine,
  type Journal,
  type JournalContent,
  openJournal,
  readJournal,
} from "./journal.ts";
export { type Contents, readContents } from "./contents.ts";
export { type BlobHeader, readBlobHeader, writeBlob } from "./blob.ts";
export type { BlobRecord } from "./record/blob.ts";
export type { Content } from "./record/content.ts";

// What makes two records alike: the same work on the same machine.
export { refuseUnlike } from "./conditions.ts";
export { type ClassDifference, classDifference, instanceOfKernel } from "./machine-class.ts";

// What a record is.
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
export { type Duet, type Role, duetName } from "./record/duet.ts";
export { type Warning, warningSchema } from "./record/warning.ts";

// The settings under which it was made: everything that decides a figure.
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
export { type Runtime, runtimes } from "./runtimes.ts";
export { floors, isFloor, referenceOf, runtimeOf, runtimesOf } from "./floors.ts";

// The fields of a framework's manifest, of a retired one's too.
export {
  address,
  frameworkName,
  once,
  packageName,
  sentence,
  someRuntimes,
} from "./record/fields.ts";
export { type Retired, retiredSchema } from "./record/retired.ts";

// What is nobody's business is taken out of text; files are written whole; mistakes have a name.
export { hideFolder, publishable, publishableDocument, withoutRoot } from "./redact.ts";
export { writeWhole } from "./files.ts";
export { UsageError, messageOf } from "./errors.ts";
