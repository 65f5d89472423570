/** The order of two items, given by their places in a list that several rankings share. */
export interface PairOrder {
  readonly i: number;
  readonly j: number;
  /** Above 0 if the first is ahead, below 0 if it is behind, 0 if the two are level. */
  readonly apart: number;
  /** true if the order is known, false if it only looks so. */
  readonly known: boolean;
}

/** The orders of all pairs of one ranking, by the place of the pair. A pair that was not compared is missing. */
export interface PairOrders {
  /** The number of items in the list. A ranking need not have all of them. */
  readonly items: number;
  /** 1 if the earlier item in the list is ahead, -1 if it is behind, 0 if the two are level. */
  readonly order: ReadonlyMap<number, number>;
  /** The places of the pairs whose order is known. */
  readonly known: ReadonlySet<number>;
}

/**
 * Returns the orders of all pairs that were found.
 * @param items number of items in the list that the rankings share
 * @param found each pair at most once, in either direction
 */
export function pairOrders(items: number, found: Iterable<PairOrder>): PairOrders {
  const order = new Map<number, number>();
  const known = new Set<number>();
  for (const { i, j, apart, known: isKnown } of found) {
    const [first, second] = [Math.min(i, j), Math.max(i, j)];
    if (!(first >= 0 && second < items && i !== j)) {
      throw new RangeError(
        `pair ${i}, ${j}: two different places in a list of ${items} are needed`,
      );
    }
    const at = first * items + second;
    order.set(at, Math.sign(i < j ? apart : -apart));
    if (isKnown) known.add(at);
  }
  return { items, order, known };
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
  let [pairs, agree, turned] = [0, 0, 0];
  for (const [at, order] of a.order) {
    const other = b.order.get(at);
    if (other === undefined) continue;
    pairs++;
    if (!a.known.has(at) || !b.known.has(at)) continue;
    if (order === other) agree++;
    else turned++;
  }
  return { pairs, agree, turned, unknown: pairs - agree - turned };
}

/** Returns the pairs for which two rankings know opposite orders. */
export function turnedPairs(rankings: readonly PairOrders[]): [number, number][] {
  const items = rankings[0]?.items ?? 0;
  const known = rankings.flatMap((ranking) =>
    [...ranking.known].map((at) => ({ at, order: ranking.order.get(at) })),
  );
  const places = (sign: number) =>
    new Set(known.filter(({ order }) => order === sign).map(({ at }) => at));
  const behind = places(-1);
  const turned = [...places(1)].filter((at) => behind.has(at)).toSorted((a, b) => a - b);
  return turned.map((at) => [Math.floor(at / items), at % items]);
}
