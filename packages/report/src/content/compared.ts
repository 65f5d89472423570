import { isOff, type Compared, type Comparison, type MetricSamples } from "@deadheat/judge";
import type { Warning } from "@deadheat/journal";
import { counted, formatDate, formatInterval, formatRatio, present, someOf } from "../format.ts";
import { warningWords } from "../words/warnings.ts";
import { answerOf, gateAnswer, nextSentences } from "./answer.ts";
import { bottleneckSentence } from "./caveats.ts";
import { dearerSentences } from "./dearer.ts";
import { limitLabel, limitOf, whereWords } from "./limits.ts";
import { growthSentences } from "./growth.ts";
import { offWords } from "./metrics.ts";
import { rankedAnswer } from "./ranked-servers.ts";
import { namesOf, versionSentences } from "./names.ts";
import { limitedOf, type Limited } from "./outcome.ts";
import { touchedWords } from "./touched.ts";

// The words of the document of a comparison or a gate, as plain text. The renderers escape them.

/** A document, with the values of the rounds of each comparison and control, in their order. */
export interface ComparedRounds {
  readonly document: Compared;
  readonly comparisons: readonly MetricSamples[];
  readonly control: readonly MetricSamples[];
  /** The name of the page of each comparison's explanation, in the same folder; null without one. */
  readonly explained: readonly (string | null)[];
}

/** Returns the number of comparisons that share the budget. */
export function togetherOf({ comparisons, control }: Compared): number {
  return comparisons.length + (control?.length ?? 0);
}

/** Returns `koa 3.2.0 against koa 2.16.0`. */
export function pairTitle({ comparisons, base, new: next }: Compared): string {
  const titles = comparisons.map((one) => {
    const names = namesOf(one);
    return `${names.new} against ${names.base}`;
  });
  return someOf([...new Set(titles)], 2) || `${next.name} against ${base.name}`;
}

/** Returns the answer in one line: the outcome of the limits, or which server is faster. */
export function headline(document: Compared): string {
  const { comparisons, gate } = document;
  if (gate?.outcome === "unmeasured") {
    const { untested = false, reason } = gate;
    return `${untested ? "NOT TESTED" : "NO RESULT"}: ${reason ?? "no reason is given"}`;
  }
  // A change of nothing but documents.
  if (gate?.outcome === "passed" && comparisons.length === 0 && gate.reason !== null) {
    return `PASSED: ${gate.reason}`;
  }
  if (gate !== null) return gateAnswer(comparisons.flatMap(limitedOf));
  const [ranked, ...more] = document.ranking ?? [];
  if (ranked !== undefined && more.length === 0) return rankedAnswer(ranked, document);
  const [only, ...others] = comparisons;
  return only !== undefined && others.length === 0
    ? answerOf(only)
    : `${comparisons.length} comparisons`;
}

/** Returns what follows the headline: the limits that decided, what to do next, and whether memory keeps growing. */
export function detailSentences(document: Compared): string[] {
  const { comparisons, gate } = document;
  if (gate?.outcome === "unmeasured") return [];
  const limited = comparisons.flatMap(limitedOf);
  return [
    ...(gate?.touched ?? []).map(touchedWords),
    ...(limited.length < 2 ? [] : worstSentences(limited)),
    ...nextSentences(comparisons, togetherOf(document)),
    ...comparisons.flatMap((one) => [
      ...growthSentences(one, namesOf(one)),
      ...dearerSentences(one),
    ]),
  ];
}

const MOST_NAMED = 3;

/** Returns the limits that are exceeded or undecided, the worst first. */
function worstSentences(limited: readonly Limited[]): string[] {
  const open = limited
    .filter(({ outcome }) => outcome !== "passed")
    .toSorted((a, b) => a.outcome.localeCompare(b.outcome) || b.ratio - a.ratio)
    .map(({ one, label, words }) => `${whereWords(one)}: ${label} ${words}`);
  return open.length === 0 ? [] : [`${someOf(open, MOST_NAMED, "; ")}.`];
}

export function controlSentence(one: Comparison): string {
  const { base } = namesOf(one);
  const where = whereWords(one);
  return isOff(one)
    ? `Control failed: ${base} differs from itself: ${offWords(one)} (${where}).`
    : `Control passed: ${base} against itself shows no difference, ${formatRatio(one.ratio)} ${formatInterval(one)} (${where}).`;
}

/** Returns the warnings, each once. */
export function warningsOf({ comparisons }: Compared): Warning[] {
  const all = comparisons.flatMap(({ warnings }) => warnings);
  return [...new Map(all.map((one) => [warningWords(one), one])).values()];
}

/** Returns what was measured and how: rounds, limits, versions, packages, the machine. */
export function conditionsOf(document: Compared): string[] {
  const { comparisons, machine, deadheat, startedAt } = document;
  return present([
    ...new Set(comparisons.map(roundsSentence)),
    ...limitSentences(document),
    ...new Set(comparisons.flatMap(versionSentences)),
    comparisons.length > 0 && loadedSentence(document),
    machine &&
      `${machine.cpu}, ${machine.cores} CPUs, ${machine.os}, ${machine.kernel}; oha ${machine.oha}.`,
    `Measured by deadheat ${deadheat}, ${formatDate(startedAt)} UTC.`,
  ]);
}

function roundsSentence(one: Comparison): string {
  const seconds = one.roundSeconds.toFixed(1);
  return `Measured in ${one.n} rounds of ${seconds} s, each with fresh processes. ${bottleneckSentence(one)}`;
}

function limitSentences({ gate }: Compared): string[] {
  if (gate === null) return [];
  const { gate: cpu, metrics = [], from } = gate.limits;
  const source = {
    options: "from the options",
    base: "from the configuration of the base",
    new: "from the configuration of the change",
    default: "the default",
  }[from];
  const all = [...(cpu === null ? [] : [{ metric: "cpu" as const, limit: cpu }]), ...metrics];
  const words = all.map(({ metric, limit }) => `${limitLabel(metric)} ${limitOf(metric, limit)}`);
  return words.length === 0 ? [] : [`Limits (${source}): ${words.join(", ")}.`];
}

const MOST_PACKAGES = 20;

function loadedSentence({ loaded }: Compared): string {
  if (loaded === null) return "The code that the servers loaded is not known.";
  const { packages, changed } = loaded;
  const count = `The new server loaded ${counted(packages, "package")}, its own files included`;
  if (changed.length === 0) return `${count}; the base loaded the same code.`;
  const words = changed.map(({ name, base, new: next }) => {
    const what = name === "." ? "the server's own files" : name;
    if (base === next) return base === null ? what : `${what} ${base} (different files)`;
    return `${what} (${base ?? "none"} to ${next ?? "none"})`;
  });
  return `${count}. Different: ${someOf(words, MOST_PACKAGES)}.`;
}
