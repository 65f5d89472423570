import { differenceWords } from "@deadheat/measure";
import { gapProblem, type Gap } from "./gap.ts";
import { areIds, isNumber } from "./looks-random.ts";
import { readable } from "./shapes.ts";
import type { Template } from "./template.ts";
import { regionsOf, tokensOf } from "./tokens.ts";

/** The comparison of two texts of two servers. */
export interface Across {
  /** The place where the two differ in content; null if they do not. */
  readonly problem: string | null;
  /** The ids in which they differ, as `base/new`. */
  readonly ids: readonly string[];
}

/** The token of a gap. It lies in the private use area. */
const GAP = "\uE0FE";

/** One sign of an id such as `x7-Qa_2`. Regions with only such a sign in between belong to one id. */
const SEPARATOR = /^[-_+/=]$/;

/** The characters around a region that decide whether it is an id. */
const AROUND = 40;

interface Listed {
  readonly tokens: readonly string[];
  /** The gaps, in order. */
  readonly gaps: readonly Gap[];
}

/** Compares the forms of the responses of two servers. Gaps and ids may differ; everything else must be equal, in order. */
export function acrossTemplates(base: Template, next: Template): Across {
  const [a, b] = [listed(base), listed(next)];
  const ids: string[] = [];
  for (const cluster of clustersOf(a.tokens, b.tokens)) {
    const single = cluster.map((region) => idIn(a, b, region));
    const [first, last] = [cluster[0] as Region, cluster.at(-1) as Region];
    const whole = { a: [first.a[0], last.a[1]], b: [first.b[0], last.b[1]] } as const;
    // Parts of an id may be too short to look like one.
    const hasNumber = cluster.some((region, i) => single[i] === null && areNumbers(a, b, region));
    const found = single.includes(null) && !hasNumber ? [idIn(a, b, whole)] : single;
    if (found.includes(null)) return { ids, problem: `body ${wordsAt(a, b, whole)}` };
    ids.push(...found.filter((id) => id !== null));
  }
  return { problem: null, ids };
}

type Region = ReturnType<typeof regionsOf>[number];

function listed({ pieces, gaps }: Template): Listed {
  const tokens = pieces.flatMap((piece, i) =>
    i === 0 ? tokensOf(piece) : [GAP, ...tokensOf(piece)],
  );
  return { tokens, gaps };
}

/** Returns the regions in which two lists differ, those of one id together. */
function clustersOf(a: readonly string[], b: readonly string[]): Region[][] {
  const clusters: Region[][] = [];
  for (const region of regionsOf(a, b)) {
    const last = clusters.at(-1);
    const before = last?.at(-1);
    const joins =
      before !== undefined &&
      region.a[0] === before.a[1] + 1 &&
      SEPARATOR.test(a[before.a[1]] ?? "");
    if (joins) last?.push(region);
    else clusters.push([region]);
  }
  return clusters;
}

function areNumbers(a: Listed, b: Listed, region: Region): boolean {
  return isNumber(a.tokens[region.a[0]] ?? "") && isNumber(b.tokens[region.b[0]] ?? "");
}

/** Returns the id in which two lists differ in a region; null if they differ in content. */
function idIn(a: Listed, b: Listed, region: Region): string | null {
  const [inA, inB] = [a.tokens.slice(...region.a), b.tokens.slice(...region.b)];
  const [one, other] = [inA.join(""), inB.join("")];
  const label = `${one.slice(0, 24)}/${other.slice(0, 24)}`.replaceAll(GAP, "…");
  if (one === GAP || other === GAP) {
    const gap = one === GAP ? gapAt(a, region.a[0]) : gapAt(b, region.b[0]);
    const text = one === GAP ? other : one;
    return gap && !text.includes(GAP) && gapProblem(text, gap) === null ? label : null;
  }
  const before = a.tokens.slice(Math.max(0, region.a[0] - AROUND), region.a[0]).join("");
  const after = a.tokens.slice(region.a[1], region.a[1] + AROUND).join("");
  return areIds(one, other, before, after) ? label : null;
}

function gapAt({ tokens, gaps }: Listed, at: number): Gap | undefined {
  return gaps[tokens.slice(0, at).filter((token) => token === GAP).length];
}

/** Returns the difference in words. The texts before it are equal but for gaps and ids. */
function wordsAt(a: Listed, b: Listed, region: Region): string {
  const from = Math.max(0, region.a[0] - AROUND);
  const before = a.tokens.slice(from, region.a[0]).join("");
  const shownOf = ({ tokens }: Listed, [start, end]: readonly [number, number]) =>
    readable((before + tokens.slice(start, end + AROUND).join("")).replaceAll(GAP, "…"));
  const at = a.tokens.slice(0, region.a[0]).join("").length;
  const place = `from character ${(at + 1).toLocaleString("en-US")} on: `;
  return place + differenceWords(shownOf(a, region.a), shownOf(b, region.b)).replace(/ at character [\d,]+$/, "");
}
