import type { Cost, Reasons, ExplainedFunction, Kind } from "@deadheat/judge";
import { groupBy } from "@deadheat/judge/group-by";
import { studentQuantile } from "@deadheat/stats";
import { left, right, tableOf, type Filled, type Section } from "./section.ts";

export type { Explained, ExplainedFunction, Stack } from "@deadheat/judge";

// The words about an explanation. All of them are plain text; who writes Markdown or HTML escapes them.

/** Returns `+0.115`, in microseconds. */
export function moreWords(seconds: number): string {
  const text = microseconds(seconds);
  return seconds > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** Returns `13.45`, or `0.115` below 1, in microseconds. */
export function microseconds(seconds: number): string {
  const value = 1e6 * seconds;
  const digits = Math.abs(value) >= 99.95 ? 1 : Math.abs(value) >= 0.9995 ? 2 : 3;
  return (Number(value.toFixed(digits)) || 0).toFixed(digits);
}

/** Returns `[0.09, 0.14]`, or `[?, ?]` if a single round has no spread. */
export function limitsWords({ lo, hi }: Pick<Cost, "lo" | "hi">): string {
  return lo === null || hi === null ? "[?, ?]" : `[${microseconds(lo)}, ${microseconds(hi)}]`;
}

export const kindWords: Readonly<Record<Kind, string>> = {
  app: "your code",
  framework: "the framework",
  dependency: "dependencies",
  runtime: "the runtime's JavaScript",
  native: "native code",
  gc: "garbage collection",
  threads: "compiler and collector threads",
  unseen: "not seen by the profiler",
};

/** Returns whether the interval of a difference excludes 0. */
function isTold({ lo, hi }: Pick<Cost, "lo" | "hi">): boolean {
  return lo !== null && hi !== null && lo * hi > 0;
}

export function namedOf({ functions }: Pick<Reasons, "functions">): ExplainedFunction[] {
  return functions.filter(({ named }) => named);
}

/** Returns the place of a function: `mime-types index.js:51`, `node:path:12`; empty for native code. */
export function placeWords({ package: owner, file, line }: ExplainedFunction): string {
  if (file === null) return "";
  return `${owner === null || owner === "." ? "" : `${owner} `}${file}${line === null ? "" : `:${line}`}`;
}

/** The most groups of functions in a sentence, and the most functions of each. */
const MOST_GROUPS = 3;

/** Returns the sentences that say what an explanation found, the most important one first. */
export function explainedSentences(explained: Reasons): string[] {
  const { cpu, rounds } = explained;
  const named = namedOf(explained);
  const groups = [...groupBy(named, groupOf)]
    .map(([name, some]) => ({ name, some, sum: sumOf(some) }))
    .toSorted((a, b) => Math.sign(cpu.difference) * (b.sum - a.sum))
    .slice(0, MOST_GROUPS);
  const count = `${rounds} profiled round${rounds === 1 ? "" : "s"}`;
  if (!isTold(cpu)) {
    const also =
      named.length === 0
        ? "and no function's"
        : `but some functions do: ${groups.map(groupWords).join(", ")}`;
    return [
      named.length === 0
        ? `The CPU time of a request does not differ (${moreWords(cpu.difference)} us ${limitsWords(cpu)}), ${also}, as far as ${count} can tell.`
        : `The CPU time of a request does not differ (${moreWords(cpu.difference)} us ${limitsWords(cpu)}), ${also}.`,
    ];
  }
  const word = cpu.difference > 0 ? "more" : "less";
  const sign = Math.sign(cpu.difference);
  const size = { lo: sign > 0 ? cpu.lo : -(cpu.hi ?? 0), hi: sign > 0 ? cpu.hi : -(cpu.lo ?? 0) };
  const head = `${microseconds(Math.abs(cpu.difference))} us ${word} a request ${limitsWords(size)}.`;
  if (named.length === 0) {
    return [head, noFunctionSentence(explained, count)];
  }
  const everywhere = everywhereSentence(explained);
  return [
    head,
    `${groups.map(groupWords).join(", ")}.`,
    ...shareSentences(explained),
    ...(everywhere === null ? [] : [everywhere]),
  ];
}

/** Returns the kinds of code that differ, if no function does: collectors and compilers are no functions. */
function noFunctionSentence({ kinds, rounds }: Reasons, count: string): string {
  const told = kinds.filter(({ cost }) => isTold(forAllOf(kinds.length, rounds, cost)));
  if (told.length === 0) {
    return `No single function is told from chance by ${count}: a longer --budget may tell.`;
  }
  const shown = told
    .slice(0, MOST_GROUPS)
    .map(
      ({ name, cost }) =>
        `${moreWords(cost.difference)} us in ${kindWords[name]} ${limitsWords(cost)}`,
    );
  return `No single function differs significantly in ${count}, but kinds of code do: ${shown.join(", ")}.`;
}

/** Returns a difference with limits that are valid for so many differences at once (Bonferroni). */
function forAllOf(many: number, rounds: number, cost: Cost): Cost {
  const { difference, lo, hi } = cost;
  if (lo === null || hi === null || rounds < 2) return cost;
  const quantile = (level: number) => studentQuantile(1 - level / 2, rounds - 1);
  const wider = ((hi - lo) / 2) * (quantile(0.05 / many) / quantile(0.05));
  return { ...cost, lo: difference - wider, hi: difference + wider };
}

function groupOf({ package: owner, file, kind }: ExplainedFunction): string {
  if (owner !== null) return owner === "." ? kindWords.app : owner;
  if (kind === "runtime") return (file ?? "").split("/")[0] ?? "";
  return kindWords[kind];
}

function sumOf(some: readonly ExplainedFunction[]): number {
  return some.reduce((sum, { self }) => sum + self.difference, 0);
}

const MOST_NAMES = 3;

/** Returns `+0.26 us in mime-types (charset, lookup; not in the base)`. */
function groupWords({
  name,
  some,
  sum,
}: {
  name: string;
  some: readonly ExplainedFunction[];
  sum: number;
}): string {
  const whole = some.length === 1 && some[0]?.file === null && some[0].kind !== "native";
  const shown = some.slice(0, MOST_NAMES).map((one) => one.name);
  const more = some.length > shown.length ? ` and ${some.length - shown.length} more` : "";
  const states = new Set(some.map(({ state }) => state));
  const only =
    states.size > 1
      ? ""
      : { new: "; not in the base", gone: "; gone", both: "" }[some[0]?.state ?? "both"];
  return `${moreWords(sum)} us in ${name}${whole ? "" : ` (${shown.join(", ")}${more}${only})`}`;
}

function shareSentences({ explained, rest }: Reasons): string[] {
  if (explained === null) return [];
  return [
    `The named functions explain ${Math.round(100 * explained)} % of the difference; ${moreWords(rest.difference)} us ` +
      `${limitsWords(rest)} is spread over functions whose own difference cannot be told.`,
  ];
}

/** The median change of all functions from which on a difference is everywhere. */
const EVERYWHERE = 1.5;
/** The fewest functions of which a median says anything. */
const FEWEST_FUNCTIONS = 5;

/**
 * Returns a sentence if most functions differ by a factor. Then no function is the reason: the runtime compiles the same code
 * otherwise, which the profiler cannot tell.
 */
function everywhereSentence({ functions, cpu, kinds }: Reasons): string | null {
  const ratios = functions
    .filter(({ self, file, state }) => {
      return file !== null && state === "both" && Math.max(self.base, self.new) > 0.002 * cpu.base;
    })
    .map(({ self }) => self.new / self.base)
    .toSorted((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] ?? 1;
  if (ratios.length < FEWEST_FUNCTIONS || Math.max(median, 1 / median) < EVERYWHERE) return null;
  const times = (median > 1 ? median : 1 / median).toFixed(1);
  const threads = kinds.find(({ name }) => name === "threads")?.cost;
  const compiled =
    threads === undefined || !isTold(threads)
      ? "The profiler does not tell which code was optimised."
      : `The threads that compile and collect take ${microseconds(threads.base)} us in the base and ` +
        `${microseconds(threads.new)} us in the new server: the more, the more often code is compiled again.`;
  return (
    `In the median a function takes ${times} times ${median > 1 ? "as long as in the base" : "less than in the base"}: the ` +
    `difference is everywhere. The runtimes then compile or run the same code differently. ${compiled}`
  );
}

/** Returns the tables by package and by kind of code. The kinds add up to the CPU time. */
export function costSections({ kinds, packages }: Reasons): Section[] {
  const section = (title: string, what: string, some: readonly Named[]): Section => {
    const columns: readonly Filled<Named>[] = [
      [left(what), ({ name }) => name],
      [right("base, us"), ({ cost }) => microseconds(cost.base)],
      [right("new, us"), ({ cost }) => microseconds(cost.new)],
      [right("difference"), ({ cost }) => moreWords(cost.difference)],
      [right("95 %"), ({ cost }) => limitsWords(cost)],
    ];
    return { title, lead: [], ...tableOf(columns, some), notes: [] };
  };
  const shown = packages.slice(0, MOST_PACKAGES).map(({ name, cost }) => {
    return { name: name === "." ? kindWords.app : name, cost };
  });
  return [
    section("By package", "package", shown),
    section(
      "By kind of code",
      "kind of code",
      kinds.map(({ name, cost }) => ({ name: kindWords[name], cost })),
    ),
  ];
}

interface Named {
  readonly name: string;
  readonly cost: Cost;
}
const MOST_PACKAGES = 8;

/** Returns the sentences about how the metrics came about. */
export function conditionSentences(explained: Reasons): string[] {
  const { base, new: next, cpu, seen, overhead, scenario, rounds, level } = explained;
  const both = (words: (of: "base" | "new") => string) =>
    words("base") === words("new") ? words("base") : `${words("base")} and ${words("new")}`;
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  return [
    `${next.name} against ${base.name} (${scenario}): ${microseconds(cpu.base)} -> ${microseconds(cpu.new)} us of CPU a request.`,
    `${rounds} profiled round${rounds === 1 ? "" : "s"}; the profiler saw ${both((of) => percent(seen[of]))} of the CPU time. It made requests ` +
      `${both((of) => percent(overhead[of]))} dearer, and the metrics are corrected for that. Of the named functions ` +
      `at most ${Number((100 * level).toPrecision(2))} % are expected to be named by chance.`,
  ];
}

/**
 * Returns the functions whose own time differs, while the time with all that they call does not, or the other way. A
 * compiler that inlines one function into another moves time between them.
 */
export function movedOf(explained: Reasons): ExplainedFunction[] {
  return namedOf(explained).filter(
    ({ self, total }) =>
      total.lo !== null &&
      total.base + total.new > 0 &&
      (!isTold(total) || total.difference * self.difference < 0),
  );
}

export function movedSentence(moved: readonly ExplainedFunction[]): string | null {
  if (moved.length === 0) return null;
  const names = moved
    .slice(0, MOST_NAMES)
    .map(({ name }) => name)
    .join(", ");
  const more = moved.length > MOST_NAMES ? ` and ${moved.length - MOST_NAMES} more` : "";
  return (
    `* The time of ${names}${more} with the functions that ${moved.length === 1 ? "it calls" : "they call"} does not differ in the same way: time may have ` +
    "moved between a function and its callees, as inlining does."
  );
}
