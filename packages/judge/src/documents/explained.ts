import { loadedPackageSchema, runtimes, warningSchema } from "@deadheat/journal";
import * as v from "valibot";

// The document that `explain` writes. Base units throughout: seconds, bytes, shares of 1.

/** The version of the schema; raised when a reader of the old version would misread a document. */
export const EXPLAINED_SCHEMA = 3;

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

const functionSchema = v.object({
  /** The name; of an anonymous function the function around it and its number there: `compose > anonymous 2`. */
  name: v.string(),
  /** The name that the function probably had in the base; absent unless it was renamed. */
  renamedFrom: v.optional(v.string()),
  kind,
  /** The package; `.` for the user's own code, null for code of the runtime. */
  package: v.nullable(v.string()),
  /** The path in the package, or the name of the runtime's module; null for native code. */
  file: v.nullable(v.string()),
  /** The line in the new server, otherwise in the base, from 1; null for native code. */
  line: v.nullable(v.number()),
  /** `new` and `gone`: the profiles of the other server do not have the function. */
  state: v.picklist(["both", "new", "gone"]),
  /** The time in the function itself. */
  self: costSchema,
  /** The time in the function and in all that it calls. */
  total: costSchema,
  /**
   * The p value of the difference of `self`, adjusted for all tested functions (Benjamini and Hochberg). null for a function
   * that is not tested, because it takes less than 0.2 % of either side.
   */
  q: v.nullable(v.number()),
  /** true if the difference is told from chance. */
  named: v.boolean(),
});
export type ExplainedFunction = v.InferOutput<typeof functionSchema>;

/** A call path: a function, and the paths that begin with it. Paths below 0.05 % of both servers are left out. */
export interface Stack {
  /** The index of the function in `functions`. */
  readonly function: number;
  /** The total time in each server. */
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

const groupSchema = <S extends v.GenericSchema>(name: S) => v.object({ name, cost: costSchema });

const sideSchema = v.object({
  name: v.string(),
  runtime: v.picklist(runtimes),
  version: v.string(),
});

/** The reasons of a difference, without what only a picture needs. */
export const reasonsSchema = v.object({
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The two servers. */
  base: sideSchema,
  new: sideSchema,
  metric: v.picklist(explainedMetrics),
  /** The name of the request. */
  scenario: v.string(),
  /** The number of profiled rounds. */
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
  /** The sums by kind and by package, the largest difference first. A comparison has the first ten packages. */
  kinds: v.array(groupSchema(kind)),
  packages: v.array(groupSchema(v.string())),
  warnings: v.array(warningSchema),
});
export type Reasons = v.InferOutput<typeof reasonsSchema>;

export const explainedSchema = v.object({
  schema: v.literal(EXPLAINED_SCHEMA),
  /** The version of deadheat that measured it. */
  deadheat: v.string(),
  ...reasonsSchema.entries,
  /** The sums by file, the largest difference first. */
  files: v.array(groupSchema(v.string())),
  /** The packages that the servers loaded; null if unknown. */
  loaded: v.object({
    base: v.nullable(v.array(loadedPackageSchema)),
    new: v.nullable(v.array(loadedPackageSchema)),
  }),
  stacks: v.array(stackSchema),
});
export type Explained = v.InferOutput<typeof explainedSchema>;

/** The most functions and packages of an explanation in a comparison. */
const MOST_FUNCTIONS = 50;
const MOST_PACKAGES = 10;

/** Returns the part of an explanation that a comparison or a gate keeps. */
export function reasonsOf(explained: Explained): Reasons {
  const entries = Object.keys(reasonsSchema.entries).map((key) => [
    key,
    explained[key as keyof Reasons],
  ]);
  const functions = explained.functions.filter(({ named }) => named).slice(0, MOST_FUNCTIONS);
  const packages = explained.packages.slice(0, MOST_PACKAGES);
  return { ...(Object.fromEntries(entries) as Reasons), functions, packages };
}
