import { isProven, type ExplainedMetric, type Reasons } from "@deadheat/judge";
import { counted, present } from "../format.ts";
import { amountWords, kindWords, limitsWords, moreWords, namedOf, unitOf } from "./explained.ts";
import { causeWords } from "./explained-cause.ts";
import { groupsOf } from "./explained-groups.ts";

export function explainedSentences(explained: Reasons): string[] {
  const unit = unitOf(explained);
  const groups = groupsOf(explained).map(({ name, difference, functions }) => {
    return `${moreWords(difference, unit)} ${unit.symbol} in ${name}${functions === "" ? "" : `: ${functions}`}`;
  });
  return present([
    `${explainedAnswer(explained)}.`,
    groups.length > 0 &&
      `${groups.join("; ")}; ${moreWords(explained.rest.difference, unit)} ${unit.symbol} everywhere else.`,
    ...explainedDetails(explained),
  ]);
}

/** `dearer` is the thing that the profiler makes more expensive; null if it does not. */
const metricWords = {
  cpu: {
    name: "CPU per request",
    verb: "takes",
    more: "more CPU per request",
    less: "less CPU per request",
    seen: "the CPU time",
    dearer: "requests",
  },
  startup: {
    name: "startup time",
    verb: "takes",
    more: "longer to start",
    less: "less time to start",
    seen: "the time",
    dearer: "starts",
  },
  memory: {
    name: "idle memory",
    verb: "uses",
    more: "more idle memory",
    less: "less idle memory",
    seen: "the memory",
    dearer: null,
  },
  "memory-growth": {
    name: "memory growth",
    verb: "keeps",
    more: "more memory per request",
    less: "less memory per request",
    seen: "the growth",
    dearer: null,
  },
} as const satisfies Readonly<Record<ExplainedMetric, object>>;

export function explainedAnswer(explained: Reasons): string {
  const { whole, rounds, metric } = explained;
  const unit = unitOf(explained);
  const words = metricWords[metric];
  if (!isProven(whole)) {
    const functions =
      namedOf(explained).length === 0 ? "and none in any function" : "but some functions differ";
    return `No significant difference in ${words.name}: ${moreWords(whole.difference, unit)} ${unit.symbol} ${limitsWords(whole, unit)} after ${counted(rounds, "round")}, ${functions}`;
  }
  const names = namesOf(explained);
  const isMore = whole.difference > 0;
  const cause = causeWords(explained);
  const size = isMore ? whole : { lo: -(whole.hi ?? 0), hi: -(whole.lo ?? 0) };
  return (
    `${names.new} ${words.verb} ${amountWords(Math.abs(whole.difference), unit)} ${unit.symbol} ` +
    `${isMore ? words.more : words.less} than ${names.base} ${limitsWords(size, unit)}` +
    (cause === null ? "" : `, ${cause}`)
  );
}

/** Returns how much of the difference the named functions explain, and what explains it if none does. */
export function explainedDetails(explained: Reasons): string[] {
  if (!isProven(explained.whole)) return [];
  if (namedOf(explained).length === 0) return [noFunctionSentence(explained)];
  return present([shareSentence(explained), ...everywhereSentences(explained)]);
}

/** A share outside of 0 to 100 % would say nothing: then the named functions and all other code differ in opposite directions. */
function shareSentence({ explained: share, rest, whole, metric }: Reasons): string | null {
  if (share === null) return null;
  const percent = Math.round(100 * share);
  if (percent >= 0 && percent <= 100) {
    return `The named functions explain ${percent} % of the difference.`;
  }
  const unit = unitOf({ metric, whole });
  const others = `${moreWords(rest.difference, unit)} ${unit.symbol}`;
  return percent > 100
    ? `The named functions explain all of the difference, and more: all other code together changed by ${others}.`
    : `No single function explains the difference: the named ones changed in the other direction, and all other code together by ${others}.`;
}

/** Returns how the profiles were made, and how many of the named functions may be named by chance. */
export function profileSentences(explained: Reasons): string[] {
  const { base, new: next, whole, seen, overhead, scenario, rounds, level, warnings } = explained;
  const { metric } = explained;
  const unit = unitOf(explained);
  const { name, seen: thing, dearer } = metricWords[metric];
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  const both = (of: Reasons["seen"]) =>
    [...new Set([percent(of.base), percent(of.new)])].join(" and ");
  const isTime = metric === "cpu" || metric === "startup";
  const scaled =
    isTime && Math.max(seen.base, seen.new) > 1.005
      ? " More than 100 % is time in which a server waited for the CPU, so its functions are scaled down to 100 %."
      : "";
  return present([
    `${scenario}: ${base.name} ${amountWords(whole.base, unit)} ${unit.symbol}, ${next.name} ` +
      `${amountWords(whole.new, unit)} ${unit.symbol} of ${name}, ${counted(rounds, "round")}. The profiler saw ${both(seen)} of ${thing}.${scaled}`,
    `At most ${Number((100 * level).toPrecision(2))} % of the named functions are expected to be false positives.`,
    dearer !== null &&
      warnings.every(({ code }) => code !== "profiler-overhead") &&
      `Profiling made ${dearer} ${both(overhead)} more expensive; the numbers are corrected for that.`,
  ]);
}

function onOneRuntime({ base, new: next }: Reasons): boolean {
  return base.runtime === next.runtime && base.version === next.version;
}

/** Names two packages by their versions, `koa 3.2.0`, if both ran on one runtime. */
function namesOf(explained: Reasons) {
  const name = (label: string) => {
    const [, framework, version] = /^(.+?)@([^/@]+)\/[^/]+$/.exec(label) ?? [];
    return onOneRuntime(explained) && version !== undefined ? `${framework} ${version}` : label;
  };
  return { base: name(explained.base.name), new: name(explained.new.name) };
}

const MOST_KINDS = 3;

function noFunctionSentence({ kinds, packages, rounds, metric, whole }: Reasons): string {
  const unit = unitOf({ metric, whole });
  const proven = [
    ...kinds.map((one) => ({ ...one, words: kindWords[one.name] })),
    ...packages.map((one) => ({ ...one, words: one.name === "." ? kindWords.app : one.name })),
  ].filter(({ named }) => named);
  const none = `No single function differs significantly after ${counted(rounds, "round")}`;
  if (proven.length === 0) return `${none}. A longer --budget may find one.`;
  const shown = proven
    .toSorted((a, b) => Math.abs(b.cost.difference) - Math.abs(a.cost.difference))
    .slice(0, MOST_KINDS)
    .map(({ words, cost }) => {
      return `${moreWords(cost.difference, unit)} ${unit.symbol} in ${words} ${limitsWords(cost, unit)}`;
    });
  return `${none}, but these do: ${shown.join(", ")}.`;
}

/** The median change of all functions from which no single function is the cause. */
const EVERYWHERE = 1.5;
/** The fewest functions whose median means something. */
const FEWEST_FUNCTIONS = 5;

/**
 * Returns sentences if most functions differ by a factor on two runtimes. Then they compile the same code differently,
 * which the profiler cannot see.
 */
function everywhereSentences(explained: Reasons): string[] {
  const { functions, whole, kinds, metric } = explained;
  if (metric !== "cpu" || onOneRuntime(explained)) return [];
  const unit = unitOf({ metric, whole });
  const ratios = functions
    .filter(({ self, file, state }) => {
      return (
        file !== null && state === "both" && Math.max(self.base, self.new) > 0.002 * whole.base
      );
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
      : `The JIT and GC threads take ${amountWords(threads.cost.base, unit)} ${unit.symbol} per request in the base and ` +
        `${amountWords(threads.cost.new, unit)} ${unit.symbol} in the new server; a high number means that code is compiled again and again.`,
  ];
}
