/** A number, a word, or any other single character. Alternatives backtrack within one word at most. */
const TOKEN = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![A-Za-z0-9])|[A-Za-z0-9]+|[^]/g;

/** Splits a text into numbers, words and single characters. Joined, they are the text. */
export function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

/** A part in which two lists of tokens differ: from and to (exclusive) in each. One of the two may be empty. */
export interface Region {
  readonly a: readonly [from: number, to: number];
  readonly b: readonly [from: number, to: number];
}

const WORD = /^[A-Za-z0-9]/;

/** The number of equal tokens after which two lists run together again. */
const TOGETHER = 4;
/** The most tokens of one list that a region may have. */
const WINDOW = 120;
/** The most comparisons for one pair of lists. */
const MOST_STEPS = 20_000_000;

/**
 * Returns the regions in which two lists of tokens differ, in order. Outside of them the lists are equal. The time is
 * bounded: a region that is larger than the window reaches to the end of what differs.
 */
export function regionsOf(a: readonly string[], b: readonly string[]): Region[] {
  const { aEnd, bEnd } = withoutCommonEnd(a, b);
  const regions: Region[] = [];
  let [i, j, steps] = [0, 0, 0];
  while (i < aEnd || j < bEnd) {
    if (i < aEnd && j < bEnd && a[i] === b[j]) {
      i += 1;
      j += 1;
      continue;
    }
    const [x, y] = nextTogether();
    regions.push({ a: [i, x], b: [j, y] });
    [i, j] = [x, y];
  }
  return regions;

  /** Returns the nearest places from which both lists run together. */
  function nextTogether(): [number, number] {
    if (isReplaced()) return [i + 1, j + 1];
    for (let distance = 1; distance <= 2 * WINDOW; distance++) {
      for (let inA = Math.max(0, distance - WINDOW); inA <= Math.min(distance, WINDOW); inA++) {
        steps += 1;
        const [x, y] = [i + inA, j + distance - inA];
        if (steps > MOST_STEPS) return [aEnd, bEnd];
        if (x <= aEnd && y <= bEnd && runTogether(x, y)) return [x, y];
      }
    }
    return [aEnd, bEnd];
  }

  /** Returns whether one number or word stands in the place of another. */
  function isReplaced(): boolean {
    const [one, other] = [a[i] ?? "", b[j] ?? ""];
    if (i >= aEnd || j >= bEnd || !WORD.test(one) || !WORD.test(other)) return false;
    return i + 1 === aEnd ? j + 1 === bEnd : j + 1 < bEnd && a[i + 1] === b[j + 1];
  }

  function runTogether(x: number, y: number): boolean {
    for (let n = 0; n < TOGETHER; n++) {
      if (x + n >= aEnd || y + n >= bEnd) return x + n - aEnd === y + n - bEnd;
      if (a[x + n] !== b[y + n]) return false;
    }
    return true;
  }
}

function withoutCommonEnd(a: readonly string[], b: readonly string[]) {
  let [aEnd, bEnd] = [a.length, b.length];
  while (aEnd > 0 && bEnd > 0 && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd -= 1;
    bEnd -= 1;
  }
  return { aEnd, bEnd };
}
