import type {
  Bisected,
  BisectedCandidate,
  BisectedRatio,
  BisectedStep,
  BisectedTried,
} from "@deadheat/judge";
import { formatDate, formatDuration } from "../format.ts";
import { left, right, tableOf, type Filled, type Section } from "./section.ts";

type Interval = Pick<BisectedRatio, "ratio" | "lo" | "hi">;

/** Returns `5.4 % slower [4.7, 6.0]`, or `0.2 % faster [-0.5, 0.9]`. */
export function changeWords({ ratio, lo, hi }: Interval): string {
  const slower = ratio < 1;
  const [near, far] = slower ? [1 - hi, 1 - lo] : [lo - 1, hi - 1];
  return `${percentOf(Math.abs(1 - ratio))} % ${slower ? "slower" : "faster"} [${percentOf(near)}, ${percentOf(far)}]`;
}

/** Returns `5.4 %`. */
function sizeWords({ ratio }: Interval): string {
  return `${percentOf(Math.abs(1 - ratio))} %`;
}

function percentOf(share: number): string {
  return (100 * share).toFixed(1).replace(/^-(0\.0)$/, "$1");
}

/** Returns `1a2b3c4 (2026-03-28, killa): feat: defer AsyncLocalStorage creation`, or `3.1.0 (2025-10-26)`. */
export function candidateWords({ name, author, date, subject }: BisectedCandidate): string {
  const about = [date?.slice(0, 10), author].filter(Boolean).join(", ");
  return `${name}${about === "" ? "" : ` (${about})`}${subject === null ? "" : `: ${subject}`}`;
}

const NOUNS = { commits: "commit", versions: "version", runtimes: "release" } as const;

/** Returns the sentences of the result: the difference of the ends, and the steps that make it. */
export function bisectedSentences(bisected: Bisected): string[] {
  const { base, new: next, whole, outcome, scenario } = bisected;
  if (whole === null) return [`${next.name} and ${base.name} were not measured.`];
  const against = `${next.name} is ${changeWords(whole)} than ${base.name} (${scenario}, n = ${whole.n})`;
  if (outcome === "same") {
    return [
      `Tie: ${next.name} and ${base.name} are equal (ratio ${whole.ratio.toFixed(3)} [${whole.lo.toFixed(3)}, ${whole.hi.toFixed(3)}], ${scenario}, n = ${whole.n}), so there is no step to search for. \`--all 3%\` looks for steps that cancel each other.`,
    ];
  }
  if (outcome === "undecided") {
    return [
      `Undecided: ${next.name} and ${base.name} may differ, but it is not proven (ratio ${whole.ratio.toFixed(3)} [${whole.lo.toFixed(3)}, ${whole.hi.toFixed(3)}], ${scenario}, n = ${whole.n}), so there is nothing to search for. Measure on a quieter machine, or name ends that differ more.`,
    ];
  }
  if (outcome === "unfinished") {
    return [
      `${against}.`,
      "The budget ended the search before it found the step. Repeat the command with --resume to go on.",
    ];
  }
  return [
    `${against}${stepsWords(bisected)}.`,
    ...bisected.steps.flatMap((step) => stepSentences(step, bisected)),
    ...restSentences(bisected),
  ];
}

/** Returns `, in two steps: 8.0 % at a1b2c3d, 4.0 % at e4f5a6b`. */
function stepsWords({ steps }: Bisected): string {
  if (steps.length < 2) return "";
  const words = steps.map(
    (step) =>
      `${sizeWords(step.measured)}${step.wonBack ? " won back" : ""} at ${step.candidate.name}${step.state === "confirmed" ? "" : " (unconfirmed)"}`,
  );
  return `, in ${COUNTS[steps.length] ?? steps.length} steps: ${words.join(", ")}`;
}

const COUNTS = ["no", "one", "two", "three", "four", "five", "six"];

function stepSentences(step: BisectedStep, { kind, base, new: next }: Bisected): string[] {
  const { candidate, parent, among, merge, measured, side, state } = step;
  const noun = NOUNS[kind];
  const exact = among.length === 1;
  const named = exact
    ? `the ${noun} is ${candidateWords(candidate)}`
    : `the ${noun} is one of ${among.length}, ${among.length - 1} of which could not be measured: ${among.map(({ name }) => name).join(", ")}. The last is ${candidateWords(candidate)}`;
  const how =
    state === "confirmed"
      ? `${changeWords(measured)} in duets with ${parent.name}, n = ${measured.n}`
      : `not confirmed: ${changeWords(measured)} in duets with ${parent.name}, n = ${measured.n}`;
  const where =
    side === "base"
      ? ` It lies on the branch of ${base.name}, where it made a difference the other way, and ${next.name} does not have it.`
      : "";
  const by = merge === null ? "" : ` It came in by the merge ${candidateWords(merge)}.`;
  return [`${capital(named)} (${how}).${where}${by}`];
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function restSentences({ rest, steps, fork, base, new: next }: Bisected): string[] {
  const parted =
    fork?.measured === undefined || fork.measured === null
      ? []
      : [
          `${base.name} and ${next.name} part at ${fork.candidate.name}, which is ${changeWords(fork.measured)} than ${base.name}.`,
        ];
  if (rest === null) return parted;
  const one = steps.length === 1 ? "This step explains" : "These steps explain";
  const whole = rest.lo <= 1 && rest.hi >= 1;
  return [
    ...parted,
    whole
      ? `${one} the whole difference within its interval (the rest is ${changeWords(rest)}).`
      : `${one} a part of the difference: ${changeWords(rest)} is spread over other places, each too small to be named.`,
  ];
}

/** Returns how the search went: the number of candidates, of those that were measured, and of rounds. */
export function searchSentences(bisected: Bisected): string[] {
  const { tried, line, kind, seconds, machine, startedAt } = bisected;
  const noun = NOUNS[kind];
  const measured = tried.filter((one) => one.measured !== null).length;
  const same = tried.filter(({ sameAs }) => sameAs !== null).length;
  const skipped = tried.filter((one) => one.skipped !== null).length;
  return [
    `${line.candidates} ${noun}s on the line${line.left === 0 ? "" : `, and ${line.left} more that touch nothing that the server loads`}; ${measured} measured in ${line.rounds} rounds` +
      `${same === 0 ? "" : `, ${same} with the code of another`}${skipped === 0 ? "" : `, ${skipped} skipped`}, in ${formatDuration(seconds)}.`,
    `${machine.cpu}, ${machine.cores} CPUs, ${machine.os}; ${formatDate(startedAt)} UTC, deadheat ${bisected.deadheat}.`,
  ];
}

/** Returns the table of all candidates that were measured or skipped, along the line. */
export function triedSection({ tried, base }: Bisected): Section {
  return {
    title: "Steps of the search",
    lead: [`Each was measured in duets with ${base.name}, along the line.`],
    ...tableOf(
      [
        [right("place"), ({ at }) => String(at)],
        [left("candidate"), ({ candidate }) => candidate.name],
        [
          right("ratio"),
          ({ measured, at }) =>
            measured === null ? (at === 0 ? "1.000" : "") : measured.ratio.toFixed(3),
        ],
        [
          left("95 %"),
          ({ measured }) =>
            measured === null ? "" : `[${measured.lo.toFixed(3)}, ${measured.hi.toFixed(3)}]`,
        ],
        [right("rounds"), ({ measured }) => (measured === null ? "" : String(measured.n))],
        [
          left("found"),
          ({ place, sameAs, skipped }) =>
            skipped !== null
              ? `skipped: ${skipped}`
              : sameAs !== null
                ? `same code as ${sameAs}`
                : place === null
                  ? ""
                  : PLACES[place],
        ],
        ...(tried.some(({ candidate }) => candidate.subject !== null)
          ? [
              [
                left("subject", 1),
                ({ candidate }) => candidate.subject ?? "",
              ] as Filled<BisectedTried>,
            ]
          : []),
      ],
      tried,
    ),
    notes: [],
  };
}

const PLACES = {
  before: "before the step",
  behind: "behind the step",
  between: "between two steps",
} as const;
