import type { Reasons } from "@deadheat/judge";
import { isProven, kindWords, limitsWords, microseconds, moreWords, namedOf } from "./explained.ts";
import { causeWords } from "./explained-cause.ts";
import { groupsOf } from "./explained-groups.ts";

/** Returns what an explanation found, the answer first. */
export function explainedSentences(explained: Reasons): string[] {
  const groups = groupsOf(explained).map(({ name, difference, functions }) => {
    return `${moreWords(difference)} µs in ${name}${functions === "" ? "" : `: ${functions}`}`;
  });
  return [
    `${explainedAnswer(explained)}.`,
    ...(groups.length === 0
      ? []
      : [`${groups.join("; ")}; ${moreWords(explained.rest.difference)} µs everywhere else.`]),
    ...explainedDetails(explained),
  ];
}

/** Returns by how much the CPU time of a request differs, in one line. */
export function explainedAnswer(explained: Reasons): string {
  const { cpu, rounds } = explained;
  if (!isProven(cpu)) {
    const functions =
      namedOf(explained).length === 0 ? "and none in any function" : "but some functions differ";
    return `No significant difference in CPU per request: ${moreWords(cpu.difference)} µs ${limitsWords(cpu)} after ${roundsOf(rounds)}, ${functions}`;
  }
  const names = namesOf(explained);
  const isMore = cpu.difference > 0;
  const cause = causeWords(explained);
  const size = isMore ? cpu : { lo: -(cpu.hi ?? 0), hi: -(cpu.lo ?? 0) };
  return (
    `${names.new} takes ${microseconds(Math.abs(cpu.difference))} µs ${isMore ? "more" : "less"} CPU per request than ` +
    `${names.base} ${limitsWords(size)}${cause === null ? "" : `, ${cause}`}`
  );
}

/** Returns how much of the difference the named functions explain, and what explains it if none does. */
export function explainedDetails(explained: Reasons): string[] {
  if (!isProven(explained.cpu)) return [];
  if (namedOf(explained).length === 0) return [noFunctionSentence(explained)];
  const share = explained.explained;
  return [
    ...(share === null
      ? []
      : [`The named functions explain ${Math.round(100 * share)} % of the difference.`]),
    ...everywhereSentences(explained),
  ];
}

/** Returns how the profiles were made, and how many of the named functions may be named by chance. */
export function profileSentences(explained: Reasons): string[] {
  const { base, new: next, cpu, seen, overhead, scenario, rounds, level, warnings } = explained;
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  const both = (of: Reasons["seen"]) =>
    [...new Set([percent(of.base), percent(of.new)])].join(" and ");
  return [
    `${scenario}: ${base.name} ${microseconds(cpu.base)} µs, ${next.name} ${microseconds(cpu.new)} µs of CPU per request, ` +
      `${roundsOf(rounds)}. The profiler saw ${both(seen)} of the CPU time.`,
    `At most ${Number((100 * level).toPrecision(2))} % of the named functions are expected to be false positives.`,
    ...(warnings.some(({ code }) => code === "profiler-overhead")
      ? []
      : [
          `Profiling made requests ${both(overhead)} more expensive; the numbers are corrected for that.`,
        ]),
  ];
}

/** Names two packages by their versions, `koa 3.2.0`, if both ran on one runtime. */
export function namesOf({ base, new: next }: Pick<Reasons, "base" | "new">) {
  const isOne = base.runtime === next.runtime && base.version === next.version;
  const name = (label: string) => {
    const [, framework, version] = /^(.+?)@([^/@]+)\/[^/]+$/.exec(label) ?? [];
    return isOne && version !== undefined ? `${framework} ${version}` : label;
  };
  return { base: name(base.name), new: name(next.name) };
}

function roundsOf(rounds: number): string {
  return `${rounds} round${rounds === 1 ? "" : "s"}`;
}

const MOST_KINDS = 3;

/** Returns the kinds of code and the packages that differ if no function does. */
function noFunctionSentence({ kinds, packages, rounds }: Reasons): string {
  const proven = [
    ...kinds.map((one) => ({ ...one, words: kindWords[one.name] })),
    ...packages.map((one) => ({ ...one, words: one.name === "." ? kindWords.app : one.name })),
  ].filter(({ named }) => named);
  const none = `No single function differs significantly after ${roundsOf(rounds)}`;
  if (proven.length === 0) return `${none}. A longer --budget may find one.`;
  const shown = proven
    .toSorted((a, b) => Math.abs(b.cost.difference) - Math.abs(a.cost.difference))
    .slice(0, MOST_KINDS)
    .map(({ words, cost }) => `${moreWords(cost.difference)} µs in ${words} ${limitsWords(cost)}`);
  return `${none}, but these do: ${shown.join(", ")}.`;
}

/** The median change of all functions from which no single function is the cause. */
const EVERYWHERE = 1.5;
/** The fewest functions whose median means something. */
const FEWEST_FUNCTIONS = 5;

/**
 * Returns sentences if most functions differ by a factor. Then the runtime compiles the same code differently, which the
 * profiler cannot see.
 */
function everywhereSentences({ functions, cpu, kinds }: Reasons): string[] {
  const ratios = functions
    .filter(({ self, file, state }) => {
      return file !== null && state === "both" && Math.max(self.base, self.new) > 0.002 * cpu.base;
    })
    .map(({ self }) => self.new / self.base)
    .toSorted((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] ?? 1;
  if (ratios.length < FEWEST_FUNCTIONS || Math.max(median, 1 / median) < EVERYWHERE) return [];
  const times = Math.max(median, 1 / median).toFixed(1);
  const threads = kinds.find(({ name }) => name === "threads");
  return [
    `No single function is the cause: the median function is ${times} times ${median > 1 ? "slower" : "faster"}. ` +
      "The two runtimes compile or run the same code differently.",
    !threads?.named
      ? "The profiler cannot see which code was optimized."
      : `The JIT and GC threads take ${microseconds(threads.cost.base)} µs per request in the base and ` +
        `${microseconds(threads.cost.new)} µs in the new server; a high number means that code is compiled again and again.`,
  ];
}
