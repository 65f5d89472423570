/** The items of one letter, by index, ascending. */
type Group = readonly number[];

/**
 * Compact letter display: two items share a letter exactly if they do not differ. Insert and absorb,
 * then sweep: every differing pair splits the groups that hold both, groups inside another one are
 * dropped, and so is a letter from an item that has no need of it.
 *
 * The number of groups is small for differences that come from estimates along a line; for a
 * relation without any such order it can grow exponentially.
 *
 * Source: Piepho, Journal of Computational and Graphical Statistics 13 (2004).
 *
 * @param count items, in display order, best first
 * @param differs whether items i and j (0 <= i < j < count) differ; asked once for each pair
 * @returns the letters of each item, ascending and never empty; `a` is the first item's first group;
 *   after `z` come `A` to `Z`, then `a2`, `b2`, ...
 * @throws RangeError if count is not a whole number >= 0
 */
export function tieGroups(count: number, differs: (i: number, j: number) => boolean): string[][] {
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new RangeError(`count is ${count}: a whole number of items is needed`);
  }
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

/** What splitting by each pair of `item` and one of `others` leaves, without what it would absorb. */
function split(group: Group, item: number, others: ReadonlySet<number>): Group[] {
  if (!group.includes(item) || !group.some((mate) => others.has(mate))) return [group];
  return [group.filter((mate) => mate !== item), group.filter((mate) => !others.has(mate))];
}

/** Drops each group whose items are all in another one; of equal groups the first stays. */
function absorb(groups: readonly Group[]): Group[] {
  return groups.filter(
    (group, index) =>
      !groups.some(
        (other, otherIndex) =>
          otherIndex !== index &&
          (other.length > group.length || (other.length === group.length && otherIndex < index)) &&
          liesWithin(group, other),
      ),
  );
}

/** Both ascend, so that one walk through them tells. */
function liesWithin(group: Group, other: Group): boolean {
  let at = 0;
  for (const item of group) {
    while (other[at]! < item) at++;
    if (other[at] !== item) return false;
  }
  return true;
}

/** Takes an item out of a group where every tie it has there is shown by another group too. */
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

/** One sign each for 52 groups, then `a2` and so on: written one after the other they stay readable. */
function letter(index: number): string {
  const round = Math.floor(index / ALPHABET.length);
  const sign = ALPHABET.charAt(index % ALPHABET.length);
  return round === 0 ? sign : `${sign}${round + 1}`;
}
