/** The characters of a body that a message shows, and how many of them come before the difference. */
const SHOWN = 60;
const BEFORE = 24;

/** The sign before the first character that differs. */
const HERE = "»";

/** Characters that a reader cannot see or tell apart: spaces of other kinds, joiners, combining marks, controls. */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex no-misleading-character-class
  /[\u007F-\u00A0\u00AD\u0300-\u036F\u061C\u180E\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\uFEFF]/g;

/**
 * Quotes text of a server for a message: as JSON, so that its escapes do not reach the terminal, and with escapes for
 * characters that look like others, so that two texts that differ never look the same.
 */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    UNSEEN,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Quotes the beginning of a text. */
export function excerpt(text: string, most = 2 * SHOWN): string {
  return quoted(text.length > most ? `${text.slice(0, most)}…` : text);
}

/** The surroundings of the first difference between two texts. */
export interface Difference {
  /** The number of equal characters before the difference. */
  readonly at: number;
  /** The two excerpts, quoted. They are never equal. */
  readonly expected: string;
  readonly got: string;
  /** true if the excerpts leave characters out. The sign » then comes before the first character that differs. */
  readonly cut: boolean;
}

/** Returns the place of the first difference between two texts that differ. */
export function differenceIn(expected: string, got: string): Difference {
  const at = firstDifference(expected, got);
  const cut = Math.max(expected.length, got.length) > SHOWN;
  const shown = (text: string) => (cut ? quoted(around(text, at)) : quoted(text));
  return { at, cut, expected: shown(expected), got: shown(got) };
}

/** Returns the number of characters that two texts begin with together. */
function firstDifference(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

function around(text: string, at: number): string {
  const from = Math.max(0, at - BEFORE);
  const to = Math.min(text.length, from + SHOWN);
  const parts = [from > 0 ? "…" : "", text.slice(from, at), HERE, text.slice(at, to)];
  return `${parts.join("")}${to < text.length ? "…" : ""}`;
}

/** Returns a difference in words: `"…" instead of "…"`, with the place if the texts are long. */
export function differenceWords(expected: string, got: string): string {
  const { at, cut, ...shown } = differenceIn(expected, got);
  const place = cut ? ` at character ${(at + 1).toLocaleString("en-US")}` : "";
  return `${shown.got} instead of ${shown.expected}${place}`;
}
