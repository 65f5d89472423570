import { differenceIn } from "@deadheat/measure";
import { gapProblem, type Gap } from "./gap.ts";
import { areIds, isIdPlace, isNumber, LEAST } from "./looks-random.ts";
import { readable } from "./shapes.ts";
import type { Template } from "./template.ts";
import { regionsOf, tokensOf } from "./tokens.ts";

export interface Across {
  /** The place where the two differ in content; null if they do not. */
  readonly problem: string | null;
  /** The ids in which they differ, as `base/new`. */
  readonly ids: readonly string[];
}

/** The token of a gap. It lies in the private use area. */
const GAP = "\uE0FE";

/** One sign of an id such as `x7-Qa_2`. */
const SEPARATOR = /^[-_+/=]$/;

/** The most equal tokens between two parts of one id. */
const MOST_BETWEEN = 6;

/** The tokens around a region that decide whether it is an id. */
const AROUND = 40;

interface Listed {
  readonly tokens: readonly string[];
  readonly gaps: readonly Gap[];
}

/** Compares the forms of the responses of two servers. Gaps and ids may differ; everything else must be equal, in order. */
export function acrossTemplates(base: Template, next: Template): Across {
  const [a, b] = [listed(base), listed(next)];
  const ids: string[] = [];
  for (const cluster of clustersOf(a.tokens, b.tokens)) {
    const whole = { a: spanOf(cluster, "a"), b: spanOf(cluster, "b") };
    const found = idsIn(a, b, cluster, whole);
    if (found === null) return { ids, problem: `body ${wordsAt(a, b, whole)}` };
    ids.push(...found);
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

/** Returns the regions in which two lists differ, together those that may belong to one id. */
function clustersOf(a: readonly string[], b: readonly string[]): Region[][] {
  const clusters: Region[][] = [];
  for (const region of regionsOf(a, b)) {
    const last = clusters.at(-1);
    const between = a.slice(last?.at(-1)?.a[1] ?? 0, region.a[0]);
    const joins = last !== undefined && between.length <= MOST_BETWEEN && between.every(isWithinId);
    if (joins) last.push(region);
    else clusters.push([region]);
  }
  return clusters;
}

const isWithinId = (token: string) => SEPARATOR.test(token) || /^[A-Za-z0-9]+$/.test(token);

function spanOf(cluster: readonly Region[], list: "a" | "b"): [number, number] {
  return [cluster[0]?.[list][0] ?? 0, cluster.at(-1)?.[list][1] ?? 0];
}

/** Returns the ids in which two lists differ in a cluster; null if they differ in content. */
function idsIn(a: Listed, b: Listed, cluster: readonly Region[], whole: Region): string[] | null {
  const single = cluster.map((region) => idIn(a, b, region));
  if (!single.includes(null)) return single.filter((id) => id !== null);
  // Parts of an id may be too short to look like one, or equal by chance.
  const place = [extendedOf(a, b, whole), whole].find((one) => isIdPlace(...around(a, one)));
  const isLong = [a.tokens.slice(...whole.a), b.tokens.slice(...whole.b)].every(
    (tokens) => tokens.join("").length >= LEAST,
  );
  if (isLong && place) return listOf(idIn(a, b, place));
  const hasNumber = cluster.some((region, i) => single[i] === null && areNumbers(a, b, region));
  const isJoined = cluster.every(
    ({ a: [from] }, i) =>
      i === 0 || SEPARATOR.test(a.tokens.slice(cluster[i - 1]?.a[1], from).join("")),
  );
  return isJoined && !hasNumber ? listOf(idIn(a, b, whole)) : null;
}

const listOf = (id: string | null) => (id === null ? null : [id]);

/** Returns a region with all letters, digits and separators before and after it, which are equal in both lists. */
function extendedOf(a: Listed, b: Listed, { a: inA, b: inB }: Region): Region {
  const belongs = (at: number, other: number) =>
    /^(?:[A-Za-z0-9]+|[-_])$/.test(a.tokens[at] ?? "") && a.tokens[at] === b.tokens[other];
  let [back, on] = [0, 0];
  while (back < AROUND && belongs(inA[0] - back - 1, inB[0] - back - 1)) back += 1;
  while (on < AROUND && belongs(inA[1] + on, inB[1] + on)) on += 1;
  return { a: [inA[0] - back, inA[1] + on], b: [inB[0] - back, inB[1] + on] };
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
    if (!gap || text.includes(GAP) || gapProblem(text, gap) !== null) return null;
    // Where only the new server varies, it could hide content of the base.
    return one === GAP || areIds(text, gap.sample, ...around(a, region)) ? label : null;
  }
  return areIds(one, other, ...around(a, region)) ? label : null;
}

function around({ tokens }: Listed, { a: [from, to] }: Region): [before: string, after: string] {
  return [
    tokens.slice(Math.max(0, from - AROUND), from).join(""),
    tokens.slice(to, to + AROUND).join(""),
  ];
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
  const { expected, got } = differenceIn(shownOf(a, region.a), shownOf(b, region.b));
  return `from character ${(at + 1).toLocaleString("en-US")} on: ${got} instead of ${expected}`;
}
