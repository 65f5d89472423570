import { formatPercent, formatRatio } from "../format.ts";
import { halfWidth } from "@deadheat/stats";
import { firstOf, firstWords, marginWords, type First } from "@deadheat/judge/known";
import { hasWarning, rankedOf, type Cell, type PageData } from "./data/page-data.ts";
import { relativeTo } from "./data/ratios.ts";
import { blocksWords, bridgeNoise } from "./words.ts";

// The words of the first screen: the certain first places, the proven pairs, and the noise of the machine.

export interface Headline {
  /** The targets that the headline names. Empty if there are too many, or none. */
  readonly cells: readonly Cell[];
  readonly before: string;
  readonly after: string;
}

/** The largest number of names in a headline. */
const MOST_NAMES = 8;

/** Returns the targets that are certainly among the first places, with the words around their names. */
export function headline(data: PageData, scenario: string): Headline {
  const ranked = rankedOf(data, scenario);
  const first = firstOf(ranked);
  if (first === null || (first.among === first.of && first.of > 1)) {
    return { cells: [], before: sentence(data, scenario), after: "" };
  }
  const { targets, among, of } = first;
  const place = `ertainly among the first ${among} of ${of}`;
  if (targets.length > MOST_NAMES) {
    return { cells: [], before: `${targets.length} targets are c${place}`, after: "" };
  }
  const cells = ranked.filter(({ target }) => targets.includes(target));
  if (of === 1) return { cells, before: "", after: "is the only one that is ranked" };
  if (among === 1) return { cells, before: "", after: "is the fastest" };
  return { cells, before: `C${place}`, after: "" };
}

/** Returns the headline as a sentence without a full stop. */
export function sentence(data: PageData, scenario: string): string {
  const first = firstOf(rankedOf(data, scenario));
  return first === null ? "Nothing could be ranked in this run" : firstWords(first);
}

/** Returns the figures below the headline, and the other targets that may be first. */
export function headlineDetail(data: PageData, scenario: string): string {
  const ranked = rankedOf(data, scenario);
  const first = firstOf(ranked);
  if (first === null) return "";
  const reference = ranked.find((cell) => cell.target === data.floors.node);
  const ratios = ranked
    .filter(({ target }) => first.targets.includes(target))
    .flatMap((cell) => (reference && relativeTo(cell, reference, data)) ?? [])
    .map(({ ratio }) => ratio);
  return [servedWords(ratios, data.floors.node), candidateWords(ranked, first)]
    .filter((words) => words !== "")
    .join(" ");
}

function servedWords(ratios: readonly number[], base: string): string {
  if (ratios.length === 0) return "";
  const ends = [Math.min(...ratios), Math.max(...ratios)].map(formatRatio);
  const range = [...new Set(ends)].join(" to ");
  return `${range} times the requests that ${base} serves from one second of CPU.`;
}

/** Returns how many targets may be the fastest, and how many of them only because their intervals are wide. */
function candidateWords(ranked: readonly Cell[], { among, of, candidates }: First): string {
  if (among === 1 || among === of) return "";
  const possible = ranked.filter(({ rank }) => rank?.[0] === 1);
  const wide = possible.filter((cell) => hasWarning(cell, "wide")).length;
  const vague = wide > 0 ? `, ${wide} of them with intervals too wide to say` : "";
  return `${candidates} targets may be the fastest${vague}: nothing is certainly faster than they are.`;
}

/** The numbers of pairs of a scenario's targets, by verdict. */
export interface Pairs {
  readonly decided: number;
  readonly deadHeats: number;
  readonly undecided: number;
  readonly detail: string;
}

/** Returns how many pairs are decided, tied and undecided, or null if there is no pair. */
export function pairsOf(data: PageData, scenario: string): Pairs | null {
  const found = data.differences.find((difference) => difference.scenario === scenario);
  if (!found || found.pairs === 0) return null;
  const { decided, deadHeats, undecided } = found;
  const [nearest] = undecided
    .filter(({ blocks }) => blocks !== null)
    .toSorted((x, y) => (x.blocks ?? 0) - (y.blocks ?? 0));
  const near =
    nearest &&
    ` Nearest to a verdict: ${nearest.targets.join(" and ")}, with ${blocksWords(nearest.blocks)}.`;
  const detail =
    "Decided: one of the two is faster, at 95 %, corrected for all pairs at once. Dead heat: the two are proven to be " +
    `equal within ${marginWords(data.margin)}.${near ?? ""}`;
  return { decided, deadHeats: deadHeats.length, undecided: undecided.length, detail };
}

export interface Tile {
  readonly label: string;
  readonly figure: string;
  readonly detail: string;
  readonly alarming: boolean;
}

/** Returns the ratio of a server to itself, which shows how far the machine's noise alone moves a ratio. */
export function noiseTile(data: PageData, scenario: string): Tile {
  const { noise, floors } = data;
  const { aa } = noise;
  const label = `${floors.node} against itself`;
  if (aa === null) {
    const detail = "The error of this run was not measured. Trust only large differences.";
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
