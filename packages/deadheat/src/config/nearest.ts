/** The name that is most like what was written, within a third of its letters; null where none is. */
export function nearest(written: string, names: readonly string[]): string | null {
  const [best] = names
    .map((name) => ({ name, distance: distance(written.toLowerCase(), name.toLowerCase()) }))
    .filter((found) => found.distance <= Math.max(1, Math.floor(found.name.length / 3)))
    .toSorted((a, b) => a.distance - b.distance);
  return best?.name ?? null;
}

/** Levenshtein's: letters put in, left out or replaced. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
