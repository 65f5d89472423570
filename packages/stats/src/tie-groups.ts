/** The items that share a letter, as ascending indices. */
type Group = readonly number[];

/**
 * Returns a compact letter display, in which two items share a letter exactly if they do not differ. The algorithm is
 * insert and absorb, then sweep. Each differing pair splits the groups that hold both, and groups inside another group
 * are dropped. In the end an item loses each letter that it does not need.
 *
 * The number of groups is small for differences between estimates along a line. For a relation without such an order it
 * can grow exponentially.
 *
 * Source: Piepho, Journal of Computational and Graphical Statistics 13 (2004).
 *
 * @param count number of items, in display order, best first
 * @param differs returns whether items i and j (0 <= i < j < count) differ; called once for each pair
 * @returns the letters of each item, ascending and never empty; `a` is the first group of the first item; after `z`
 *   come `A` to `Z`, then `a2`, `b2`, ...
 */
export function tieGroups(count: number, differs: (i: number, j: number) => boolean): string[][] {
  if (count === 0) return [];
  let groups: Group[] = [Array.from({ length: count }, (_, item) => item)];
  for (let item = 0; item < count; item++) {
    const worse = new Set<number>();
    for (let j = item + 1; j < count; j++) if (differs(item, j)) worse.add(j);
    if (worse.size > 0) groups = absorb(groups.flatMap((group) => split(group, item, worse)));
  }
  groups = absorb(sweep(groups)).toSorted(byMembers);
  return Array.from({ length: count }, (_, item) =>
    groups.flatMap((group, index) => (group.includes(item) ? [letter(index)] : [])),
  );
}

/** Returns the maximal groups that remain when a group is split at each pair of `item` with one of `others`. */
function split(group: Group, item: number, others: ReadonlySet<number>): Group[] {
  if (!group.includes(item) || !group.some((mate) => others.has(mate))) return [group];
  return [group.filter((mate) => mate !== item), group.filter((mate) => !others.has(mate))];
}

/** Drops each group whose items are all in another group. Of equal groups the first stays. */
function absorb(groups: readonly Group[]): Group[] {
  return groups.filter(
    (group, index) =>
      !groups.some(
        (other, otherIndex) =>
          otherIndex !== index &&
          (other.length > group.length || (other.length === group.length && otherIndex < index)) &&
          group.every((item) => other.includes(item)),
      ),
  );
}

/** Removes an item from a group if other groups show each tie that the item has there. */
function sweep(groups: readonly Group[]): Group[] {
  const swept = [...groups];
  for (const [index, group] of groups.entries()) {
    for (const item of group) {
      const elsewhere = swept.filter((other, at) => at !== index && other.includes(item));
      const needed = swept[index]!.some((mate) => !elsewhere.some((other) => other.includes(mate)));
      if (!needed) swept[index] = swept[index]!.filter((other) => other !== item);
    }
  }
  return swept;
}

function byMembers(a: Group, b: Group): number {
  for (let k = 0; k < Math.min(a.length, b.length); k++) {
    if (a[k] !== b[k]) return a[k]! - b[k]!;
  }
  return a.length - b.length;
}

const ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Returns one character for the first 52 groups, then `a2` and so on, so that letters in a row stay readable. */
function letter(index: number): string {
  const round = Math.floor(index / ALPHABET.length);
  const sign = ALPHABET.charAt(index % ALPHABET.length);
  return round === 0 ? sign : `${sign}${round + 1}`;
}
