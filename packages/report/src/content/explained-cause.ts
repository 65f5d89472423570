import type { ExplainedFunction, ExplainedPlace, Reasons } from "@deadheat/judge";
import { functionWords, kindWords, moreWords, namedOf, unitOf } from "./explained.ts";

interface Cause {
  readonly words: string;
  readonly difference: number;
}

/** The share of the difference from which a function is named instead of a package or a kind of code. */
const ENOUGH = 0.3;
/** The smallest share that is worth naming first. */
const LEAST = 0.1;

/**
 * Returns the smallest thing that explains much of a difference: a function that a reader can open in an editor, otherwise
 * a file, a package or a kind of code. Returns null if nothing explains as much as a tenth.
 */
export function causeWords(explained: Reasons): string | null {
  const { whole, files, packages, kinds } = explained;
  const unit = unitOf(explained);
  const shareOf = ({ difference }: Cause) => difference / whole.difference;
  const named = (groups: Reasons["packages"], wordsOf: (name: string) => string): Cause[] =>
    groups.flatMap((group) =>
      group.named ? [{ words: wordsOf(group.name), difference: group.cost.difference }] : [],
    );
  const levels = [
    functionCauses(explained),
    named(files, (name) => name.replace(/^\. /, "")),
    named(packages, (name) => (name === "." ? kindWords.app : name)),
    named(kinds, (name) => kindWords[name as keyof typeof kindWords]),
  ].map((causes) => causes.toSorted((a, b) => shareOf(b) - shareOf(a)).slice(0, 1));
  const [largest] = levels.flat().toSorted((a, b) => shareOf(b) - shareOf(a));
  const cause = levels.flat().find((one) => shareOf(one) >= ENOUGH) ?? largest;
  if (cause === undefined || shareOf(cause) < LEAST) return null;
  return shareOf(cause) >= 0.5
    ? `mostly in ${cause.words}`
    : `${moreWords(cause.difference, unit)} ${unit.symbol} of it in ${cause.words}`;
}

/** Returns the differences of the named functions, added up by the function that a reader can change. */
function functionCauses(explained: Reasons): Cause[] {
  const still = namedOf(explained).filter(({ moved }) => !moved);
  return [...Map.groupBy(still, (one) => editableWords(one))].map(([words, some]) => ({
    words,
    difference: some.reduce((sum, { self }) => sum + self.difference, 0),
  }));
}

function editableWords(one: ExplainedFunction): string {
  if (one.file === null && one.caller === null) return kindWords[one.kind];
  const editable: ExplainedPlace =
    one.kind === "app" || one.kind === "framework" ? one : (one.caller ?? one);
  return functionWords(editable);
}
