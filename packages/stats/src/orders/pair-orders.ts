/** The order of two items, given by their places in a list that several rankings share. */
export interface PairOrder {
  readonly i: number;
  readonly j: number;
  /** Above 0 if the first is ahead, below 0 if it is behind, 0 if the two are level. */
  readonly apart: number;
  /** true if the order is known, false if it only looks so. */
  readonly known: boolean;
}

/** The orders of all pairs of one ranking. Sets of pairs are bits: two rankings of 60 are compared in 56 steps. */
export interface PairOrders {
  /** The number of items in the list. A ranking need not have all of them. */
  readonly items: number;
  readonly compared: Uint32Array;
  readonly level: Uint32Array;
  /** The pairs whose earlier item in the list is ahead. */
  readonly ahead: Uint32Array;
  readonly known: Uint32Array;
}

/**
 * Returns the orders of all pairs that were found.
 * @param items number of items in the list that the rankings share
 * @param found each pair at most once, in either direction
 */
export function pairOrders(items: number, found: Iterable<PairOrder>): PairOrders {
  const empty = () => new Uint32Array(Math.ceil((items * (items - 1)) / 2 / 32));
  const orders = { items, compared: empty(), level: empty(), ahead: empty(), known: empty() };
  for (const { i, j, apart, known } of found) {
    if (!(Math.min(i, j) >= 0 && Math.max(i, j) < items && i !== j)) {
      throw new RangeError(
        `pair ${i}, ${j}: two different places in a list of ${items} are needed`,
      );
    }
    const at = placeOf(Math.min(i, j), Math.max(i, j), items);
    add(orders.compared, at);
    if (apart === 0) add(orders.level, at);
    if (i < j ? apart > 0 : apart < 0) add(orders.ahead, at);
    if (known) add(orders.known, at);
  }
  return orders;
}

export interface Concordance {
  /** The number of pairs that both rankings have. */
  readonly pairs: number;
  /** The number of pairs known in both, with the same order. */
  readonly agree: number;
  /** The number of pairs known in both, with opposite orders. */
  readonly turned: number;
  /** The number of pairs not known in at least one ranking. */
  readonly unknown: number;
}

/** Returns how far the known orders of two rankings agree. */
export function concordance(a: PairOrders, b: PairOrders): Concordance {
  let [pairs, known, turned] = [0, 0, 0];
  for (let word = 0; word < a.compared.length; word++) {
    const both = a.compared[word]! & b.compared[word]!;
    const sure = both & a.known[word]! & b.known[word]!;
    pairs += bitsIn(both);
    known += bitsIn(sure);
    turned += bitsIn(sure & (a.ahead[word]! ^ b.ahead[word]!));
  }
  return { pairs, agree: known - turned, turned, unknown: pairs - known };
}

/** Returns the pairs for which two rankings know opposite orders. */
export function turnedPairs(rankings: readonly PairOrders[]): [number, number][] {
  const items = rankings[0]?.items ?? 0;
  const found: [number, number][] = [];
  const words = (rankings[0]?.compared ?? []).length;
  const turned = Uint32Array.from({ length: words }, (_, word) => {
    let [ahead, behind] = [0, 0];
    for (const { ahead: before, known } of rankings) {
      ahead |= known[word]! & before[word]!;
      behind |= known[word]! & ~before[word]!;
    }
    return ahead & behind;
  });
  for (let i = 0, at = 0; i < items; i++) {
    for (let j = i + 1; j < items; j++, at++) if (has(turned, at)) found.push([i, j]);
  }
  return found;
}

function placeOf(i: number, j: number, items: number): number {
  return (i * (2 * items - i - 1)) / 2 + (j - i - 1);
}

function add(set: Uint32Array, at: number): void {
  set[at >>> 5]! |= 1 << (at & 31);
}

function has(set: Uint32Array, at: number): boolean {
  return ((set[at >>> 5]! >>> (at & 31)) & 1) === 1;
}

/** Returns how many of the 32 bits are set. */
export function bitsIn(word: number): number {
  const twos = word - ((word >>> 1) & 0x55555555);
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
