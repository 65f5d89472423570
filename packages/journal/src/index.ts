export { refuseUnlike } from "./conditions.ts";
export { type Content, type Contents, readContents } from "./contents.ts";
export { type Duet, type Role, duetName } from "./duet.ts";
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
} from "./measures.ts";
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
} from "./record.ts";
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
} from "./services.ts";
export {
  type Blocks,
  type Load,
  type Precision,
  type RecordedSettings,
  type Settings,
  modesOf,
  recordedSettingsSchema,
  settingsSchema,
} from "./settings.ts";
export { type Warmup, answersFor, defaultWarmup, tooShort, warmupOf } from "./warm-up.ts";
export { type Warning, warningSchema } from "./warning.ts";
export { address, frameworkName, once, packageName, sentence, someRuntimes } from "./fields.ts";
export { retiredSchema, type Retired } from "./retired.ts";
