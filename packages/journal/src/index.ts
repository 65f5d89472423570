export { refuseUnlike } from "./conditions.ts";
export { type Content, type Contents, readContents } from "./contents.ts";
export { type Duet, type Role, duetName } from "./record/duet.ts";
export { UsageError, messageOf } from "./errors.ts";
export { writeWhole } from "./files.ts";
export { type BadLine, type Journal, openJournal, readJournal } from "./journal.ts";
export {
  type LatencySettings,
  type Measure,
  type Modes,
  type SweepSettings,
  duetsOnly,
  measures,
} from "./record/measures.ts";
export {
  type BlockRecord,
  type EndRecord,
  type ErrorCounts,
  type JournalRecord,
  type MachineUse,
  type OpenLoopRecord,
  type RunRecord,
  SCHEMA,
  type Side,
  type StepLatency,
  type SweepRecord,
  type VerifyRecord,
  type Warmed,
  blockRecordSchema,
  differenceSchema,
  errorCountsSchema,
  failureOf,
  isCold,
} from "./record/record.ts";
export { hideFolder, publishable, publishableDocument, withoutRoot } from "./redact.ts";
export {
  type Runtime,
  floors,
  isFloor,
  referenceOf,
  runtimeOf,
  runtimes,
  runtimesOf,
} from "./runtimes.ts";
export {
  type ServiceDescription,
  type ServicesDescription,
  servicesSchema,
  storeOf,
} from "./record/services.ts";
export {
  type Blocks,
  type Load,
  type Precision,
  type RecordedSettings,
  type Settings,
  modesOf,
  recordedSettingsSchema,
  settingsSchema,
} from "./record/settings.ts";
export { type Warmup, answersFor, defaultWarmup, tooShort, warmupOf } from "./record/warm-up.ts";
export { type Warning, warningSchema } from "./record/warning.ts";
export {
  address,
  frameworkName,
  once,
  packageName,
  sentence,
  someRuntimes,
} from "./record/fields.ts";
export { retiredSchema, type Retired } from "./record/retired.ts";
