import type { Bisected, BisectedCandidate, BisectedChange, BisectedTried } from "@deadheat/judge";
import {
  counted,
  formatDate,
  formatDuration,
  formatInterval,
  formatRatio,
  present,
} from "../format.ts";
import { speedInterval, speedWords } from "./speed-words.ts";
import { left, right, type Filled } from "./section.ts";

const NOUNS = { commits: "commit", versions: "version", runtimes: "release" } as const;

interface BisectedWords {
  /** The answers, each with the lines about it. */
  readonly answers: readonly (readonly [answer: string, ...about: string[]])[];
  /** The measured differences: the sentence, its interval and its rounds. */
  readonly facts: readonly (readonly [fact: string, interval: string, rounds: string])[];
  readonly sentences: readonly string[];
}

/** Returns the result of a search in words: the answer, the differences behind it, and the difference that is left. */
export function bisectedWords(bisected: Bisected): BisectedWords {
  const { base, new: next, kind, whole, outcome, scenario, changes, line } = bisected;
  const only = (answer: string) => ({ answers: [[answer] as const], facts: [], sentences: [] });
  const ending = `${endingWords(bisected)} To continue, run the same command with --resume.`;
  if (whole === null) {
    return only(
      outcome === "unfinished" ? ending : `${next.name} and ${base.name} were not measured.`,
    );
  }
  const ratio = `${formatRatio(whole.ratio)} ${formatInterval(whole)}`;
  const ends = `(ratio ${ratio}, ${scenario}, ${counted(whole.n, "round")})`;
  if (outcome === "same") {
    return only(
      `${next.name} and ${base.name} perform the same ${ends}, so there is nothing to find. To look for changes that ` +
        "cancel each other out, add --all 3%.",
    );
  }
  if (outcome === "undecided") {
    return only(
      `Undecided: not enough data to tell whether ${next.name} and ${base.name} differ ${ends}, so there is nothing to ` +
        "search for. Use a quieter machine, or versions further apart.",
    );
  }
  const total = [
    `${next.name} is ${speedWords(whole)} than ${base.name}`,
    speedInterval(whole),
    `${counted(whole.n, "round")}, ${scenario}`,
  ] as const;
  return {
    answers: present([
      ...changes.map((change) => answerOf(change, bisected)),
      outcome === "unfinished" && ([ending] as const),
    ]),
    // A change that is the whole difference is told once.
    facts: [
      ...changes.filter((one) => !isWhole(one, line)).map((change) => factOf(change, kind)),
      total,
    ],
    sentences: [...restSentences(bisected), ...forkSentences(bisected)],
  };
}

/** Returns what a search that ended early did not find out. */
function endingWords({ base, new: next, kind, whole, changes }: Bisected): string {
  if (changes.length > 0) return "The search ended early, so there may be further changes.";
  return whole !== null && whole.lo <= 1 && whole.hi >= 1
    ? `The search ended before it was clear whether ${next.name} and ${base.name} differ.`
    : `The search ended before the ${NOUNS[kind]} was found.`;
}

/** Returns the words of a search as one sentence each, for a page or a comment. */
export function bisectedSentences(bisected: Bisected): string[] {
  const { answers, facts, sentences } = bisectedWords(bisected);
  return [
    ...answers.map((lines) => lines.join(" · ")),
    ...facts.map(([fact, interval, rounds]) => `${fact} ${interval}, ${rounds}.`),
    ...sentences,
  ];
}

/** Returns `1a2b3c4 (2026-03-28, Somebody)`, or `3.1.0 (2025-10-26)`. */
function candidateWords({ name, author, date }: BisectedCandidate): string {
  const about = [date?.slice(0, 10), author].filter(Boolean).join(", ");
  return about === "" ? name : `${name} (${about})`;
}

function answerOf(
  { candidate, among, merge, measured, side, state, recovered }: BisectedChange,
  { base, new: next }: Bisected,
): [string, ...string[]] {
  const direction = measured.ratio > 1 ? "Slower" : "Faster";
  const verb = recovered ? "Partly recovered" : direction;
  // The base has a commit of its own branch, and the new end lacks it.
  const since = side === "base" ? "without" : "since";
  const others = among.slice(0, -1).map(({ name }) => `${name} (could not be measured)`);
  const which = [...others, candidateWords(candidate)].join(" or ");
  const doubt = state === "confirmed" ? "" : ", but a direct comparison does not confirm it";
  return [
    `${verb} ${since} ${which}${doubt}`,
    ...present([
      candidate.subject,
      side === "base" && `On the branch of ${base.name}. ${next.name} does not have it.`,
      merge && `Merged by ${candidateWords(merge)}: ${merge.subject ?? ""}`,
    ]),
  ];
}

function isWhole({ from, to }: BisectedChange, { candidates }: Bisected["line"]): boolean {
  return from === 0 && to === candidates - 1;
}

function factOf(
  { candidate, parent, measured, side }: BisectedChange,
  kind: Bisected["kind"],
): BisectedWords["facts"][number] {
  const before = kind === "commits" ? `its parent ${parent.name}` : parent.name;
  const fact =
    side === "base"
      ? `${parent.name} is ${speedWords(measured)} than its successor ${candidate.name}`
      : `${candidate.name} is ${speedWords(measured)} than ${before}`;
  return [fact, speedInterval(measured), counted(measured.n, "round")];
}

function restSentences({ rest, changes, kind }: Bisected): string[] {
  if (rest === null) return [];
  const explain = changes.length === 1 ? `This ${NOUNS[kind]} explains` : "These changes explain";
  const size = `${speedWords(rest)} ${speedInterval(rest)}`;
  return rest.lo <= 1 && rest.hi >= 1
    ? [`${explain} the whole difference (${size} is left).`]
    : [
        `${explain} part of the difference. The other ${size} comes from changes that are too small to find.`,
      ];
}

function forkSentences({ fork, base, new: next }: Bisected): string[] {
  if (!fork?.measured) return [];
  return [
    `${base.name} and ${next.name} are on two branches, which split at ${fork.candidate.name}. It is ` +
      `${speedWords(fork.measured)} than ${base.name} ${speedInterval(fork.measured)}.`,
  ];
}

export function searchSentence({ tried, line, kind, seconds }: Bisected): string {
  const noun = NOUNS[kind];
  const measured = tried.filter((one) => one.measured !== null).length;
  const same = tried.filter(({ sameAs }) => sameAs !== null).length;
  const skipped = tried.filter((one) => one.skipped !== null).length;
  return [
    `Measured ${measured} of ${line.candidates} ${noun}s in ${counted(line.rounds, "round")}, ${formatDuration(seconds)}.`,
    ...(line.left === 0 ? [] : [`${line.left} more ${noun}s touch no file that the server loads.`]),
    ...(same === 0 ? [] : [`${same} with the same code as another ${noun}.`]),
    ...(skipped === 0 ? [] : [`${skipped} could not be measured.`]),
  ].join(" ");
}

export function machineSentence({ machine, startedAt, deadheat }: Bisected): string {
  return `${machine.cpu}, ${machine.cores} CPUs, ${machine.os}; ${formatDate(startedAt)} UTC, deadheat ${deadheat}.`;
}

/** Returns the columns of the candidates that were measured or skipped; a page names a row by the second. */
export function triedColumns({ tried, base, kind, fork }: Bisected): Filled<BisectedTried>[] {
  return present<Filled<BisectedTried>>([
    [right("#"), ({ at }) => String(at)],
    [left(NOUNS[kind]), ({ candidate }) => candidate.name],
    [
      right(`vs. ${base.name}`),
      ({ measured, at }) => formatRatio(measured?.ratio ?? (at === 0 ? 1 : null)),
    ],
    [left("95 % interval"), ({ measured }) => formatInterval(measured)],
    [right("rounds"), ({ measured }) => String(measured?.n ?? "")],
    [left("note"), (one) => noteOf(one, fork)],
    tried.some(({ candidate }) => candidate.subject !== null) && [
      left("subject", 1),
      ({ candidate }) => candidate.subject ?? "",
    ],
  ]);
}

export function triedTitle({ kind }: Bisected): string {
  return `Measured ${NOUNS[kind]}s`;
}

const PLACES = {
  before: "before the change",
  after: "after the change",
  between: "between two changes",
} as const;

function noteOf({ at, place, sameAs, skipped }: BisectedTried, fork: Bisected["fork"]): string {
  if (skipped !== null) return `not measured: ${skipped}`;
  if (sameAs !== null) return `same code as ${sameAs}`;
  if (place !== null) return PLACES[place];
  return at === fork?.at ? "branches split" : "";
}
