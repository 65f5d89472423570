import type { Descended, DescentStep, Proof } from "@deadheat/judge";
import { isShareProven } from "@deadheat/stats";
import { counted, formatInterval, formatRatio, present } from "../format.ts";
import { changeWords, insteadWords, shareWords } from "./way.ts";

/** Returns a descent as one sentence for each step, for each proof, and for the reason that it went no deeper. */
export function descendedSentences(descended: Descended): string[] {
  return present([
    ...descended.steps.map(stepSentence),
    bringsSentence(descended),
    ...descended.proofs.map(proofSentence),
    unprovenSentence(descended),
    narrowedSentence(descended),
    componentsSentence(descended),
    endingSentence(descended),
  ]);
}

/** Returns the heading of a descent. */
export const descendedTitle = "Down to the cause";

function stepSentence(step: DescentStep): string {
  const { level, name, from, to, together, share, measured } = step;
  const what =
    level === "release"
      ? `${name} ${to} (after ${from})`
      : [step, ...together].map((one) => changeWords(one)).join(" with ");
  const rounds = counted(measured.n, "round");
  return `${capital(level)} ${what}: ${shareWords(share)} of the difference (ratio ${formatRatio(measured.ratio)} ${formatInterval(measured)}, ${rounds}).`;
}

function proofSentence({ kind, of, share, lines, measured }: Proof): string {
  const same = measured === null ? "; the server then loads the same code as before" : "";
  const gone = `${shareWords(share)} of the difference ${share.share < 0 ? "is added" : "is gone"}${same}`;
  const proof = isShareProven(share) ? "Proof" : "No proof";
  if (kind === "version" || lines === null) {
    return `${proof}: with ${of.map(insteadWords).join(" and ")}, ${gone}.`;
  }
  const inFunctions = lines.functions.length === 0 ? "" : ` (${lines.functions.join(", ")})`;
  return (
    `${proof}: without ${partsOf(lines)} of the code, in ` +
    `${lines.files.join(", ")}${inFunctions}, ${gone}.`
  );
}

function partsOf({ groups, of }: { readonly groups: number; readonly of: number }): string {
  if (groups < of) return `${groups} of ${of} changed parts`;
  return of === 1
    ? "the changed part"
    : of === 2
      ? "both changed parts"
      : `all ${of} changed parts`;
}

function unprovenSentence({ unproven, steps }: Descended): string | null {
  const step = steps.find(({ followed }) => followed);
  if (unproven === null || step === undefined) return null;
  const old = [step, ...step.together].map(insteadWords).join(" and ");
  return `Not proven: the new server with ${old} cannot be measured: ${unproven}`;
}

function narrowedSentence({ narrowed }: Descended): string | null {
  if (narrowed === null) return null;
  return `The cause is in ${partsOf(narrowed)} of the code, in ${narrowed.files.join(", ")}.`;
}

function bringsSentence({ brings, steps }: Descended): string | null {
  if (brings.length === 0) return null;
  const names = brings.map(({ name, version }) => [name, version].filter(Boolean).join(" "));
  const shown = names.slice(0, MOST_NAMES);
  const more = names.length - shown.length;
  const rest = more > 0 ? ` and ${more} more` : "";
  const by = steps.length === 0 ? "The new server" : "It";
  return `${by} newly loads ${shown.join(", ")}${rest}.`;
}

const MOST_NAMES = 6;

function componentsSentence({ components, new: next }: Descended): string | null {
  if (components.length === 0) return null;
  const words = components
    .slice(0, MOST_COMPONENTS)
    .map(({ name, base, new: after }) => `${name} ${base} → ${after}`);
  return `${next} comes with ${words.join(", ")}. That is no proof that one of them is the cause.`;
}

const MOST_COMPONENTS = 8;

const ENDINGS: Readonly<Record<NonNullable<Descended["ended"]>["code"], string>> = {
  "files-unseen":
    "The runtime does not say which files a server loads, so the search goes no deeper.",
  "same-code":
    "Both servers load the same packages and files of their own, so the search goes no deeper.",
  data: "Both servers load the same code. These files changed, which they may read:",
  undecided: "No single package is proven to make the difference.",
  native: "The difference is in native code, of which no lines can be taken back.",
  "no-lines": "No line of a file that both servers load differs, so no lines can be taken back.",
  "not-in-lines": "No set of changed lines gives the difference back.",
  runtime: "A release of a runtime cannot be taken apart, so nothing is proven beyond it.",
  failed: "The search went no deeper:",
  unfinished: "The search ended on its way down. To continue, run the same command with --resume.",
  early: "The proof ended early. bisect --depth code goes the same way, and can be resumed.",
};

function endingSentence({ ended }: Descended): string | null {
  if (ended === null) return null;
  return [ENDINGS[ended.code], ended.reason].filter(Boolean).join(" ");
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
