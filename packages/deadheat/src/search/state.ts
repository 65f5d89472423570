import { logRatios, pairOf, pointsOf, type Line } from "@deadheat/judge";
import { isEnd, type CandidateLine } from "./candidate.ts";
import { wordOf } from "./session.ts";
import type { Facts, Store } from "./store.ts";

/** The beginning of the names of duets of a candidate with its predecessor. */
export const PARENT = "parent-";

/** Returns all that is known about a line: its rounds, and the candidates that were skipped or load the same code. */
export function stateOf(store: Store, line: CandidateLine): Line {
  const { candidates, fork } = line;
  const duets = new Map<string, readonly number[]>();
  const confirmations = new Map<string, readonly number[]>();
  const words = new Map(candidates.map((one, i) => [wordOf(one), i]));
  for (const name of store.duets()) {
    const pair = name.replace(PARENT, "").split("..");
    const [from, to] = pair.map((word) => words.get(word));
    // The judge's ratios are of requests per CPU time, and a search counts CPU time per request.
    const own = logRatios(store.roundsOf(name)).map((gain) => -gain);
    if (from === undefined || to === undefined || own.length === 0) continue;
    // The difference that parts make up was confirmed before: no rounds are needed to know it.
    if (line.kind === "parts" && from === 0 && to === candidates.length - 1) {
      duets.set(pairOf(from, to), [...(duets.get(pairOf(from, to)) ?? []), ...own]);
      continue;
    }
    (name.startsWith(PARENT) ? confirmations : duets).set(pairOf(from, to), own);
  }
  const measured = measuredPoints({ duets, confirmations });
  return {
    size: candidates.length,
    fork,
    ...(line.ranks && { ranks: line.ranks }),
    duets,
    skipped: new Set(candidates.flatMap(({ id }, i) => (id in store.facts.skipped ? [i] : []))),
    sameAs: sameCode(line, store.facts, measured),
    confirmations,
    usual: store.facts.usual,
  };
}

export function measuredPoints({
  duets,
  confirmations,
}: Pick<Line, "duets" | "confirmations">): Set<number> {
  return new Set([...duets.keys(), ...confirmations.keys()].flatMap(pointsOf));
}

/** Returns the points without rounds whose code a measured point or the base end has. */
function sameCode(
  line: CandidateLine,
  { code }: Facts,
  measured: ReadonlySet<number>,
): Map<number, number> {
  const digestOf = (i: number) => code[line.candidates[i]?.id ?? ""];
  const known = [0, ...measured].filter((i) => digestOf(i) !== undefined);
  const same = new Map<number, number>();
  for (const i of line.candidates.keys()) {
    if (isEnd(line, i) || measured.has(i)) continue;
    const first = known.find((one) => digestOf(one) === digestOf(i));
    if (first !== undefined) same.set(i, first);
  }
  return same;
}
