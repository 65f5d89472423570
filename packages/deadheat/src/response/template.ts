import { gapOf, gapProblem, type Gap } from "./gap.ts";
import { regionsOf, tokensOf } from "./tokens.ts";

/**
 * The form of the responses of one server, as canonical texts: literal pieces, in this order, and gaps between them that
 * change with every response. There is one piece more than gaps. The first and the last piece may be empty.
 */
export interface Template {
  readonly pieces: readonly string[];
  readonly gaps: readonly Gap[];
}

/** Signs that may stand within an id. Two gaps with only one or two of them in between are one gap. */
const WITHIN_ID = /^[-_.+/=:~%]{1,2}$/;

/** Returns the form of these canonical texts, of which there is at least one; null if they have no common form. */
export function templateOf(texts: readonly string[]): Template | null {
  const [first = "", ...others] = [...new Set(texts)];
  const tokens = tokensOf(first);
  const changed = others.flatMap((other) => regionsOf(tokens, tokensOf(other)).map(({ a }) => a));
  const ranges: [number, number][] = [];
  for (const [from, to] of changed.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = ranges.at(-1);
    if (last && (from <= last[1] || WITHIN_ID.test(tokens.slice(last[1], from).join("")))) {
      last[1] = Math.max(last[1], to);
    } else ranges.push([from, to]);
  }
  const starts = [0, ...ranges.map(([, to]) => to)];
  const ends = [...ranges.map(([from]) => from), tokens.length];
  const pieces = starts.map((start, i) => tokens.slice(start, ends[i]).join(""));
  const anything: Gap = { kind: "text", least: 0, most: Number.POSITIVE_INFINITY, sample: "" };
  const open = { pieces, gaps: ranges.map(() => anything) };
  const found = texts.map((text) => partsOf(text, open));
  const gaps = ranges.map((_, i) =>
    gapOf(found.map((parts) => ("texts" in parts ? (parts.texts[i] ?? "") : ""))),
  );
  const template = { pieces, gaps };
  return texts.every((text) => templateProblem(text, template) === null) ? template : null;
}

export interface Departure {
  /** The beginning of the departure, in characters of the text. */
  readonly at: number;
  /** The literal piece that is missing there; null if a gap has the wrong text. */
  readonly piece: string | null;
  readonly reason: string | null;
}

/** Returns the place where a canonical text departs from a template, or null. The time is linear. */
export function templateProblem(text: string, template: Template): Departure | null {
  const parts = partsOf(text, template);
  return "texts" in parts ? null : parts;
}

/** Returns the texts in the gaps, or the first departure. Each piece is found at its first place after the last one. */
function partsOf(
  text: string,
  { pieces, gaps }: Template,
): { readonly texts: string[] } | Departure {
  const [head = ""] = pieces;
  if (!text.startsWith(head)) return { at: 0, piece: head, reason: null };
  if (gaps.length === 0) {
    return text.length === head.length
      ? { texts: [] }
      : { at: head.length, piece: "", reason: null };
  }
  const texts: string[] = [];
  let at = head.length;
  for (const [i, gap] of gaps.entries()) {
    const piece = pieces[i + 1] ?? "";
    const isLast = i === gaps.length - 1;
    const end = isLast ? endOf(text, piece, at) : text.indexOf(piece, at + gap.least);
    if (end === -1) return { at, piece, reason: null };
    const within = text.slice(at, end);
    const reason = gapProblem(within, gap);
    if (reason !== null) return { at, piece: null, reason };
    texts.push(within);
    at = end + piece.length;
  }
  return { texts };
}

/** Returns where the last piece begins, which must end the text; -1 if it does not. */
function endOf(text: string, piece: string, after: number): number {
  const start = text.length - piece.length;
  return start >= after && text.endsWith(piece) ? start : -1;
}
