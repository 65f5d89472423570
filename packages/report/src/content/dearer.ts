import type { Comparison, DearerIn } from "@deadheat/judge";
import { formatShare, someOf } from "../format.ts";
import { functionWords } from "./explained.ts";

// The words about functions, files and packages that became more expensive by a small share of a request.

type Dearer = DearerIn["found"][number];

const MOST_NAMED = 5;

/** Returns what became more expensive by more than the limit; nothing unless that was looked for. */
export function dearerSentences({ functions }: Pick<Comparison, "functions">): string[] {
  if (functions === undefined) return [];
  const { limit, rounds, found, outcome } = functions;
  // The answer of a gate names a single one.
  if (outcome !== null && found.length === 1) return [];
  const more = `more expensive by more than ${formatShare(limit)} of a request`;
  if (rounds === 0)
    return ["There are too few profiled rounds to compare functions. Use a longer --budget."];
  if (found.length === 0) {
    return [
      `No function, file or package became significantly ${more}, in ${rounds} profiled rounds.`,
    ];
  }
  const these = found.length === 1 ? "This" : "These";
  return [`${these} became ${more}: ${someOf(found.map(dearerWords), MOST_NAMED, "; ")}.`];
}

/** Returns `createPublicKey +0.82 % [0.61, 1.03], in verify, jsonwebtoken verify.js:122`. */
export function dearerWords({ what, name, place, share, lo, hi }: Dearer): string {
  const percent = (value: number) => (100 * value).toFixed(2);
  const size = `+${percent(share)} % [${percent(lo)}, ${percent(hi)}]`;
  const subject = { function: name, file: name.replace(/^\. /, ""), package: `package ${name}` }[
    what
  ];
  return `${subject} ${size}${place?.file == null ? "" : `, in ${functionWords(place)}`}`;
}
