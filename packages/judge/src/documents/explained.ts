import { runtimes, warningSchema } from "@deadheat/journal";
import * as v from "valibot";
import { descendedSchema } from "./descended.ts";

// The document that `explain` writes. Base units throughout: seconds, bytes, shares of 1.

/** The version of the schema; raised when a reader of the old version would misread a document. */
export const EXPLAINED_SCHEMA = 5;

const amount = v.number();

/**
 * The metrics that can be explained, with the unit of all costs. `cpu`: CPU seconds per request. `startup`: seconds from the
 * spawn to the first response. `memory`: resident bytes of the idle server. `memory-growth`: bytes per request.
 */
export const explainedMetrics = ["cpu", "startup", "memory", "memory-growth"] as const;
export type ExplainedMetric = (typeof explainedMetrics)[number];

/** The metric of both servers, and the mean of the paired differences (new - base) with its limits. */
const costSchema = v.object({
  base: amount,
  new: amount,
  difference: amount,
  /** The limits of the 95 % interval; null if a single round has no spread. */
  lo: v.nullable(amount),
  hi: v.nullable(amount),
});
export type Cost = v.InferOutput<typeof costSchema>;

const testedEntries = {
  /**
   * The p value of the difference of the own time, adjusted for all that is tested together (Benjamini and Hochberg). null
   * for what is not tested, because it takes less than 0.2 % of either side.
   */
  q: v.nullable(v.number()),
  named: v.boolean(),
};

/**
 * The kinds of code. `app`: the user's own. `framework`: the compared package. `dependency`: other packages. `runtime`: the
 * runtime's JavaScript. `native`: functions of the runtime that are no JavaScript. `gc`: garbage collection in the
 * serving thread. `threads`: the compilers' and garbage collectors' own threads, by the kernel's clock. `unseen`: CPU time
 * of the kernel's clock in which the profiler saw no function. `boot`: the runtime's start, before it loads any
 * module. `garbage`: memory that a collection returns. Of memory, `unseen` is that outside of the sampled objects.
 */
export const kinds = [
  "app",
  "framework",
  "dependency",
  "runtime",
  "native",
  "gc",
  "threads",
  "boot",
  "garbage",
  "unseen",
] as const;
const kind = v.picklist(kinds);
export type Kind = v.InferOutput<typeof kind>;

export const placeSchema = v.object({
  /** The name; of an anonymous function the function around it and its number there: `compose > anonymous 2`. */
  name: v.string(),
  kind,
  /** The package; `.` for the user's own code, null for code of the runtime. */
  package: v.nullable(v.string()),
  /** The path in the package, or the name of the runtime's module; null for native code. */
  file: v.nullable(v.string()),
  /** The line in the new server, otherwise in the base, from 1; null for native code. */
  line: v.nullable(v.number()),
});
export type ExplainedPlace = v.InferOutput<typeof placeSchema>;

const functionSchema = v.object({
  ...placeSchema.entries,
  /** The name that the function probably had in the base; absent unless it was renamed. */
  renamedFrom: v.optional(v.string()),
  /** `new` and `gone`: the profiles of the other server do not have the function. */
  state: v.picklist(["both", "new", "gone"]),
  /** The time in the function itself. */
  self: costSchema,
  /** The time in the function and in all that it calls. */
  total: costSchema,
  /**
   * The caller that makes most of the difference of a named function of the runtime, of native code or of a dependency:
   * the nearest in the compared package or the user's code, otherwise in a dependency. `line` is the line of the call if
   * the caller's text has one, `total` the caller's whole time. null if there is none.
   */
  caller: v.nullable(v.object({ ...placeSchema.entries, total: costSchema })),
  /** The function that calls a named function of native code, which has no file itself. */
  directCaller: v.nullable(placeSchema),
  ...testedEntries,
  /** true if the time has probably only moved here from a caller, a callee or a function of the same file, or to one. */
  moved: v.boolean(),
  /** At most 5 lines of the user's own code: of the function, or of its caller from the call on. null for other code. */
  source: v.nullable(v.string()),
});
export type ExplainedFunction = v.InferOutput<typeof functionSchema>;

/** A call path: a function, and the paths that begin with it. Paths below 0.05 % of both servers are left out. */
export interface Stack {
  /** The index of the function in `functions`. */
  readonly function: number;
  readonly base: number;
  readonly new: number;
  readonly calls: Stack[];
}
const stackSchema: v.GenericSchema<Stack> = v.object({
  function: v.number(),
  base: amount,
  new: amount,
  calls: v.array(v.lazy(() => stackSchema)),
});

const groupSchema = <S extends v.GenericSchema>(name: S) =>
  v.object({ name, cost: costSchema, ...testedEntries });

const sideSchema = v.object({
  name: v.string(),
  runtime: v.picklist(runtimes),
  version: v.string(),
});

/** The reasons of a difference, without what only a picture needs. */
export const reasonsSchema = v.object({
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  base: sideSchema,
  new: sideSchema,
  metric: v.picklist(explainedMetrics),
  scenario: v.string(),
  rounds: v.number(),
  /** The level of the false discovery rate at which functions are named. */
  level: v.number(),
  /**
   * The metric while the profiler was on, less its overhead: of CPU time the kernel's clock. The functions' `self` adds up to
   * it.
   */
  whole: costSchema,
  /** The share of that time in which the profiler saw a function. */
  seen: v.object({ base: v.number(), new: v.number() }),
  /** The share by which the profiler made a request dearer, from the same processes without it. */
  overhead: v.object({ base: v.number(), new: v.number() }),
  /** The share of the difference that the named functions explain; null if the difference is not told from 0. */
  explained: v.nullable(v.number()),
  /** The sum of all functions that are not named. */
  rest: costSchema,
  /** The functions: the named ones first, by the size of their difference. A comparison has the named ones alone. */
  functions: v.array(functionSchema),
  /** The sums, the largest difference first. A comparison has the first ten packages and files. */
  kinds: v.array(groupSchema(kind)),
  packages: v.array(groupSchema(v.string())),
  files: v.array(groupSchema(v.string())),
  warnings: v.array(warningSchema),
});
export type Reasons = v.InferOutput<typeof reasonsSchema>;

export const explainedSchema = v.object({
  schema: v.literal(EXPLAINED_SCHEMA),
  deadheat: v.string(),
  ...reasonsSchema.entries,
  /** The way down to the lines, and their proof; absent without --prove. */
  descended: v.optional(descendedSchema),
  /** The call paths, for a picture; absent in explain.json, which has the first 20 functions, packages and files. */
  stacks: v.optional(v.array(stackSchema)),
});
export type Explained = v.InferOutput<typeof explainedSchema>;

/** Returns the part of an explanation that a comparison or a gate keeps. */
export function reasonsOf(explained: Explained): Reasons {
  const { schema: _, deadheat: __, stacks: ___, descended: ____, ...reasons } = cut(explained, 10);
  const named = explained.functions.filter((one) => one.named).slice(0, 50);
  // A comparison may be published, and nobody asked for the code then.
  return { ...reasons, functions: named.map((one) => ({ ...one, source: null })) };
}

/** Returns what explain.json has: all that a person or a program reads first. */
export function briefOf(explained: Explained): Explained {
  const { stacks: _, ...brief } = cut(explained, 20);
  return brief;
}

function cut(explained: Explained, most: number): Explained {
  const { functions, packages, files } = explained;
  return {
    ...explained,
    functions: functions.slice(0, most),
    packages: packages.slice(0, most),
    files: files.slice(0, most),
  };
}
