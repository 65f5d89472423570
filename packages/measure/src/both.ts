/** A value for each of the two servers of a duet. */
export type Pair<T> = { readonly new: T; readonly base: T };

export type Which = keyof Pair<unknown>;

/** Runs `work` for both of a pair at the same time. Settles when both have ended. */
export async function atOnce<T, U>(pair: Pair<T>, work: (item: T) => Promise<U>): Promise<Pair<U>> {
  const works = [work(pair.base), work(pair.new)] as const;
  await Promise.allSettled(works);
  const [base, next] = await Promise.all(works);
  return { base, new: next };
}

/** Returns a value for each server. */
export function both<T>(of: (which: Which) => T): Pair<T> {
  return { new: of("new"), base: of("base") };
}

/** Runs `work` for one of a pair and then for the other. */
export async function inOrder<T, U>(
  baseFirst: boolean,
  pair: Pair<T>,
  work: (item: T) => U | Promise<U>,
): Promise<Pair<U>> {
  if (baseFirst) {
    const base = await work(pair.base);
    return { base, new: await work(pair.new) };
  }
  const target = await work(pair.new);
  return { new: target, base: await work(pair.base) };
}

/** Returns the two servers in the order of their turns. */
export function turns(baseFirst: boolean): readonly [Which, Which] {
  return baseFirst ? ["base", "new"] : ["new", "base"];
}
