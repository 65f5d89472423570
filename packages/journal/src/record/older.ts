/** The names of the two servers of a pair before base and new: in journals and results, and in comparisons. */
const OLDER = { records: ["reference", "target"], comparisons: ["a", "b"] } as const;

/** More levels than any document has. What lies deeper is hostile, and stays as it is. */
const DEEPEST = 20;

/**
 * Returns a document with today's names of the two servers of a pair, `base` and `new`. Until 2026-11-24 journals and
 * results called them `reference` and `target`, and comparisons `a` and `b`. An object is a pair if it has both names; a
 * cell or a step, which has a target alone, stays as it is.
 */
export function withBaseAndNew(
  document: unknown,
  kind: keyof typeof OLDER,
  levels = DEEPEST,
): unknown {
  if (typeof document !== "object" || document === null || levels === 0) return document;
  const deeper = (one: unknown) => withBaseAndNew(one, kind, levels - 1);
  if (Array.isArray(document)) return document.map(deeper);
  const [base, next] = OLDER[kind];
  const isPair = Object.hasOwn(document, base) && Object.hasOwn(document, next);
  const today = (key: string) => (key === base ? "base" : key === next ? "new" : key);
  return Object.fromEntries(
    Object.entries(document).map(([key, value]) => [isPair ? today(key) : key, deeper(value)]),
  );
}
