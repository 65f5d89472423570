import type { Cell } from "@deadheat/judge";
import { firstOf, firstWords, type First } from "@deadheat/judge/known";
import { mainRatio } from "../content/ranking.ts";
import { formatRatio } from "../format.ts";
import { h, type Child } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";

/** The largest number of names in a headline. */
const MOST_NAMES = 8;

/** Returns the targets that are proven to be among the first places, as large names if there are few. */
export function headline(ranked: readonly Cell[]): Child {
  const first = firstOf(ranked);
  if (first === null) return "Nothing could be ranked in this run";
  const { targets, among, of } = first;
  if ((among === of && of > 1) || targets.length > MOST_NAMES) return firstWords(first);
  const kicker = (words: string) => h("span", { class: "kicker" }, words);
  const names = ranked
    .filter(({ target }) => targets.includes(target))
    .map((cell) => h("span", { class: "winner" }, targetName(cell)));
  if (of === 1) return [names, kicker("is the only ranked target")];
  if (among === 1) return [names, kicker("is the fastest")];
  return [kicker(`Among the first ${among} of ${of}`), names];
}

/** Returns the numbers below the headline, and the other targets that may be first. */
export function headlineDetail(ranked: readonly Cell[]): string {
  const first = firstOf(ranked);
  if (first === null) return "";
  const ratios = ranked
    .filter(({ target, efficiency }) => first.targets.includes(target) && efficiency?.toNodeHttp)
    .map((cell) => mainRatio(cell).ratio);
  return [servedWords(ratios), candidateWords(ranked, first)]
    .filter((words) => words !== "")
    .join(" ");
}

function servedWords(ratios: readonly number[]): string {
  if (ratios.length === 0) return "";
  const ends = [Math.min(...ratios), Math.max(...ratios)].map(formatRatio);
  const range = [...new Set(ends)].join(" to ");
  return `${range} times the requests that node-http/node serves from one second of CPU.`;
}

/** Returns how many targets may be the fastest, and how many of them only because their intervals are wide. */
function candidateWords(ranked: readonly Cell[], { among, of, candidates }: First): string {
  if (among === 1 || among === of) return "";
  const wide = ranked.filter(
    ({ rank, warnings }) => rank?.[0] === 1 && warnings.some(({ code }) => code === "wide"),
  ).length;
  const imprecise = wide > 0 ? ` ${wide} of them have imprecise intervals.` : "";
  return `${candidates} targets may be the fastest: none is proven slower than another.${imprecise}`;
}
