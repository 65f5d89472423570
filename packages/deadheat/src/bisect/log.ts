import type { Bisected, BisectedCandidate, BisectedChange, BisectedTried } from "@deadheat/judge";

export function largestOf({ changes }: Pick<Bisected, "changes">): BisectedChange | undefined {
  const sizeOf = ({ measured }: BisectedChange) => Math.abs(Math.log(measured.ratio));
  return changes
    .filter(({ state }) => state === "confirmed")
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
}

/**
 * Returns a log that `git bisect replay` takes: commits before the largest change are good, and commits after it are bad. On the
 * branch of the base the line goes back in time, so there the fork is the good end, and the base the bad one.
 * @param parents the parents of the commit with the largest change
 */
export function bisectLog(bisected: Bisected, parents: readonly string[] = []): string {
  const { base, new: next, fork, tried } = bisected;
  const largest = largestOf(bisected);
  const back = largest?.side === "base";
  const good = fork?.candidate ?? base;
  const bad = back ? base : next;
  const split = fork?.at ?? 0;
  const comment = (word: string, { id, subject }: BisectedCandidate) =>
    `# ${word}: [${id}] ${subject ?? ""}`.trimEnd();
  const marked = tried.flatMap((one) => {
    const { at, candidate } = one;
    const word = wordFor(one, largest);
    const isInside = (back ? at < split : at > split) && ![good.id, bad.id].includes(candidate.id);
    if (word === null || !isInside) return [];
    return [comment(word, candidate), `git bisect ${word} ${candidate.id}`];
  });
  // git goes by the last bad commit, and does not know that other commits change nothing.
  const exact =
    largest?.among.length === 1
      ? [
          ...parents.filter((id) => id !== good.id).map((id) => `git bisect good ${id}`),
          `git bisect bad ${largest.candidate.id}`,
        ]
      : [];
  return [
    comment("bad", bad),
    comment("good", good),
    `git bisect start '${bad.id}' '${good.id}'`,
    ...marked,
    ...exact,
    ...(largest === undefined ? [] : [comment("first bad commit", largest.candidate)]),
    "",
  ].join("\n");
}

function wordFor(
  { skipped, at }: BisectedTried,
  largest: BisectedChange | undefined,
): "skip" | "good" | "bad" | null {
  if (skipped !== null) return "skip";
  if (largest === undefined) return null;
  return at >= largest.to === (largest.side === "new") ? "bad" : "good";
}
