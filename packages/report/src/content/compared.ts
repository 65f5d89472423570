import { someOf } from "../format.ts";
import type { Compared, MetricSamples } from "@deadheat/judge";
import { aboutLines, namesOf } from "../text/comparison-names.ts";
import { firstSentences } from "../text/comparison.ts";
import { limitWords, runtimeWords, settingWords } from "./comparison-words.ts";
import { unseenSentences } from "./unseen.ts";

// The words of a comparison's page and of its Markdown. All of them are plain text.

type One = Compared["comparisons"][number];

/** A comparison's document, with the values of the rounds of each comparison and control, in their order. */
export interface ComparedRounds {
  readonly document: Compared;
  readonly comparisons: readonly MetricSamples[];
  readonly control: readonly MetricSamples[];
  /** The name of the page of each comparison's explanation, in the same folder; null without one. */
  readonly explained: readonly (string | null)[];
}

/** Returns `koa 3.2.0 against koa 2.16.0`. */
export function pairTitle({ comparisons }: Compared): string {
  const titles = comparisons.map((one) => {
    const { base, new: next } = namesOf(one);
    return `${next} against ${base}`;
  });
  return someOf([...new Set(titles)], 2) || "nothing";
}

/** Returns `GET /users on node 26.10.0`, after the server's name if there are several. */
export function whereTitle(one: One): string {
  return `${one.app === null ? "" : `${one.app}: `}${one.scenario} on ${runtimeWords(one)}`;
}

/** Returns what was found: one sentence about everything, or what the only comparison says. */
export function leadSentences({ comparisons, control, gate }: Compared): string[] {
  if (gate?.outcome === "unmeasured")
    return [`Not measured: ${gate.reason ?? "no reason is given"}`];
  const [only, ...others] = comparisons;
  if (only !== undefined && others.length === 0) return sentencesOf(only, 1 + control.length);
  const alike = comparisons.filter((one) => one.gate?.outcome === gate?.outcome);
  return gate === null
    ? [`${comparisons.length} comparisons`]
    : [`${gate.outcome}: ${alike.length} of ${comparisons.length} comparisons`];
}

export function sentencesOf(one: One, together: number): string[] {
  return firstSentences(one, namesOf(one), together).map(capital);
}

function capital(text: string): string {
  return /^(passed|failed|undecided|tie)\b/.test(text)
    ? text.replace(/^./, (letter) => letter.toUpperCase())
    : text;
}

/** Returns the sentence about a control. */
export function controlSentence(one: One): string {
  const off = one.lo > 1 || one.hi < 1;
  const found = off
    ? "differs from itself, so the other metrics mean nothing"
    : "does not differ from itself, as it must";
  return `The control: ${namesOf(one).base} ${found} (${whereTitle(one)}).`;
}

/** Returns the warnings, each once. */
export function warningsOf({ comparisons, gate }: Compared): string[] {
  const messages = comparisons.flatMap(({ warnings }) => warnings.map(({ message }) => message));
  const limits = gate?.limits;
  return [
    ...new Set(messages),
    ...(limits?.changes ?? []).map(
      (one) =>
        `the new configuration changes ${limitWords(one, String)}; the gate of the base counts`,
    ),
    ...(limits?.settings ?? []).map((one) => `the new configuration changes ${settingWords(one)}`),
  ];
}

const MOST_PACKAGES = 20;

/** Returns what was measured and how: versions, what was loaded, what bound the servers, the machine. */
export function conditionsOf(document: Compared): string[] {
  const { comparisons, machine, loaded, deadheat, startedAt } = document;
  const about = comparisons.flatMap((one) => aboutLines(one, namesOf(one)));
  return [
    ...new Set(about),
    ...new Set(comparisons.map(roundsSentence)),
    ...new Set(comparisons.flatMap(unseenSentences)),
    ...(loaded === null ? [] : [loadedSentence(loaded)]),
    ...(machine === null
      ? []
      : [
          `${machine.cpu}, ${machine.cores} CPUs, ${machine.os}, ${machine.kernel}; oha ${machine.oha}.`,
        ]),
    `Measured by deadheat ${deadheat}, ${startedAt.slice(0, 16).replace("T", " ")} UTC.`,
  ];
}

function roundsSentence({ n, bottleneck, roundSeconds }: One): string {
  const bounds =
    bottleneck.base === bottleneck.new
      ? bottleneck.base
      : `base ${bottleneck.base}, new ${bottleneck.new}`;
  return `${n} rounds of ${roundSeconds.toFixed(1)} s, each with fresh processes; ${bounds}.`;
}

function loadedSentence({ packages, changed }: NonNullable<Compared["loaded"]>): string {
  const words = changed.map(({ name, base, new: next }) => {
    const what = name === "." ? "the server's own files" : name;
    if (base === next) return base === null ? what : `${what} ${base} (other content)`;
    return `${what} (${base ?? "none"} to ${next ?? "none"})`;
  });
  const differ = words.length === 0 ? "none differs" : someOf(words, MOST_PACKAGES);
  return `Loaded packages of the new server, its own files included: ${packages}; of them differ: ${differ}.`.replace(
    "of them differ: none differs",
    "none differs",
  );
}
