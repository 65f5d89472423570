import type { IndirectCause, TouchedRequests } from "@deadheat/judge";
import { someOf } from "../format.ts";

const causeWords: Readonly<Record<IndirectCause, string>> = {
  startup: "changed code runs at startup",
  shared: "nearly all requests run the changed code",
  unseen: "changed code ran in no request",
  unsteady: "changed code does not run with each request",
  effects: "changed code may change what other requests use",
  rare: "some requests are too slow to see all of their code",
  files: "other files than loaded code differ",
};

/** Returns which requests a change touches, and how each of them is measured. */
export function touchedWords({
  app,
  direct,
  indirect,
  mixed,
  of,
  causes,
}: TouchedRequests): string {
  const where = app === null ? "" : `${app}: `;
  const untouched = of - direct.length - indirect;
  const why = causes.map((cause) => causeWords[cause]).join(", ");
  const runs =
    direct.length === 0
      ? []
      : [
          `${direct.length} of ${of} requests ${direct.length === 1 ? "runs" : "run"} changed code: ${someOf(direct, 3)}.`,
        ];
  const touches =
    indirect === 0
      ? []
      : [
          direct.length === 0
            ? `The change may touch ${countOf(indirect, of)} (${why}).`
            : `The change may also touch ${indirect} ${indirect === 1 ? "other" : "others"} (${why}).`,
          mixed === 0
            ? "Each of them is measured."
            : `${mixed} requests are measured together in one load, which tests none of them alone (--all measures each).`,
        ];
  const rest =
    untouched === 0
      ? []
      : [
          untouched === 1
            ? "The other one runs the same code and is not measured (--all measures each)."
            : `The other ${untouched} run the same code and are not measured (--all measures each).`,
        ];
  return where + [...runs, ...touches, ...rest].join(" ");
}

function countOf(indirect: number, of: number): string {
  return indirect === of ? `all ${of} requests` : `${indirect} of ${of} requests`;
}
