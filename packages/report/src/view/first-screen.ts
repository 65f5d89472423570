import { groupBy } from "@deadheat/judge/group-by";
import { formatPercent, formatRatio } from "../format.ts";
import { halfWidth } from "@deadheat/stats";
import { firstOf, firstWords, marginWords, type First } from "@deadheat/judge/known";
import { hasWarning, rankedOf, type Cell, type PageData, type Scenario } from "./data/page-data.ts";
import { relativeTo } from "./data/ratios.ts";
import { blocksWords, bridgeNoise } from "./words.ts";

// What the first screen says: who is first as far as that is certain, what is proven of how many pairs,
// and how far the machine's noise alone moves a ratio.

export interface Headline {
  /** Empty where there are more than one reads. */
  readonly cells: readonly Cell[];
  readonly before: string;
  readonly after: string;
}

/** As many names as one reads in a headline. */
const MOST_NAMES = 8;

/** What is certain of the first places: those of which the most is known, and what that is. */
export function headline(data: PageData, scenario: string): Headline {
  const ranked = rankedOf(data, scenario);
  const first = firstOf(ranked);
  if (first === null || (first.among === first.of && first.of > 1)) {
    return { cells: [], before: sentence(data, scenario), after: "" };
  }
  const { targets, among, of } = first;
  const place = `certainly among the first ${among} of ${of}`;
  if (targets.length > MOST_NAMES) {
    return { cells: [], before: `${targets.length} targets are ${place}`, after: "" };
  }
  const cells = ranked.filter(({ target }) => targets.includes(target));
  if (of === 1) return { cells, before: "", after: "is the only one that is ranked" };
  if (among === 1) return { cells, before: "", after: "is the fastest" };
  return { cells, before: `C${place.slice(1)}`, after: "" };
}

/** The same in one sentence without a full stop, as the terminal says it. */
export function sentence(data: PageData, scenario: string): string {
  const first = firstOf(rankedOf(data, scenario));
  return first === null ? "Nothing could be ranked in this run" : firstWords(first);
}

/** The headline with figures, and who else may be first. */
export function headlineDetail(data: PageData, scenario: string): string {
  const ranked = rankedOf(data, scenario);
  const first = firstOf(ranked);
  if (first === null) return "";
  const reference = ranked.find((cell) => cell.target === data.floors.node);
  const ratios = ranked
    .filter(({ target }) => first.targets.includes(target))
    .flatMap((cell) => (reference && relativeTo(cell, reference, data)) ?? [])
    .map(({ ratio }) => ratio);
  return [
    servedWords(ratios, data.floors.node),
    candidateWords(ranked, first),
    nextWords(ranked, first),
  ]
    .filter((words) => words !== "")
    .join(" ");
}

/** As many further places as one reads, and names of each. */
const MOST_NEXT = 3;
const MOST_NEXT_NAMES = 4;

/** Of whom the next most is known: `Then, certainly among the first 20: a; 21: b, c.` */
function nextWords(ranked: readonly Cell[], { among, of }: First): string {
  const behind = ranked.flatMap(({ target, rank }) =>
    rank !== null && rank[1] > among && rank[1] < of ? [{ target, last: rank[1] }] : [],
  );
  const next = [...groupBy(behind, ({ last }) => last)].slice(0, MOST_NEXT).map(([last, own]) => {
    const names = own.map(({ target }) => target).join(", ");
    return `${last}: ${own.length > MOST_NEXT_NAMES ? `${own.length} more` : names}`;
  });
  return next.length === 0 ? "" : `Then, certainly among the first ${next.join("; ")}.`;
}

function servedWords(ratios: readonly number[], base: string): string {
  if (ratios.length === 0) return "";
  const ends = [Math.min(...ratios), Math.max(...ratios)].map(formatRatio);
  const range = [...new Set(ends)].join(" to ");
  return `${range} times the requests that ${base} serves from one second of CPU.`;
}

/** Who may be first for all that is known; those of wide intervals are told apart. */
function candidateWords(ranked: readonly Cell[], { among, of, candidates }: First): string {
  if (among === 1 || among === of) return "";
  const possible = ranked.filter(({ rank }) => rank?.[0] === 1);
  const wide = possible.filter((cell) => hasWarning(cell, "wide")).length;
  const vague = wide > 0 ? `, ${wide} of which are too vague to say (wide)` : "";
  return `${candidates} targets may be the fastest${vague}: nothing is certainly faster than they are.`;
}

/** What the pairs of a scenario's targets are, by what is known of them. */
export interface Pairs {
  readonly decided: number;
  readonly deadHeats: number;
  readonly undecided: number;
  readonly detail: string;
}

/** Of how many pairs something is proven, and how far the others are from that; null without pairs. */
export function pairsOf(data: PageData, scenario: string): Pairs | null {
  const found = data.scenarios.find(({ name }) => name === scenario);
  if (!found || found.pairs === 0) return null;
  const { decided, deadHeats, undecided } = found;
  const detail =
    "Decided: one of the two is faster, at 95 %, corrected for all pairs at once. Dead heat: they are proven to be " +
    `equal within ${marginWords(data.margin)}.${nearestWords(found, data)}`;
  return { decided, deadHeats: deadHeats.length, undecided: undecided.length, detail };
}

/** What the undecided pair that is nearest to being decided would take. */
function nearestWords({ undecided }: Scenario, { targets }: PageData): string {
  const [nearest] = undecided
    .filter(([, , blocks]) => blocks !== null)
    .toSorted(([, , x], [, , y]) => (x ?? 0) - (y ?? 0));
  if (!nearest) return "";
  const [a, b, blocks] = nearest;
  return ` Nearest to either: ${targets[a]} and ${targets[b]}, with ${blocksWords(blocks)}.`;
}

export interface Tile {
  readonly label: string;
  readonly figure: string;
  readonly detail: string;
  readonly alarming: boolean;
}

/** A server against itself: how far the machine's noise alone moves a ratio. */
export function noiseTile(data: PageData, scenario: string): Tile {
  const { noise, floors } = data;
  const { aa } = noise;
  const label = `${floors.node} against itself`;
  if (aa === null) {
    const detail =
      "Nothing in this run says how large its own error is: trust only large differences.";
    return { label, figure: "not measured", detail, alarming: true };
  }
  const raced =
    `Raced ${aa.n} times, it came out as ${formatRatio(aa.ratio)} (${formatRatio(aa.lo)} to ` +
    `${formatRatio(aa.hi)}); the truth is 1.`;
  if (aa.lo > 1 || aa.hi < 1) {
    const detail = `${raced} Do not trust small differences of this run.`;
    return { label, figure: "differs from itself", detail, alarming: true };
  }
  const figure = `± ${formatPercent(halfWidth(aa))}`;
  return { label, figure, detail: `${raced}${bridgeNoise(data, scenario)}`, alarming: false };
}
