import type { Bisected, BisectedTried } from "@deadheat/judge";

/**
 * Returns a log that `git bisect replay` takes: commits at the level of the base are good, those behind the step are bad. On the
 * branch of the base the line goes back in time, so there the fork is the good end, and the base the bad one.
 * @param parents the parents of the commit with the largest step
 */
export function bisectLog(
  { base, new: next, fork, steps, tried }: Bisected,
  parents: readonly string[] = [],
): string {
  const largest = steps
    .filter(({ state }) => state === "confirmed")
    .toSorted(
      (a, b) => Math.abs(Math.log(b.measured.ratio)) - Math.abs(Math.log(a.measured.ratio)),
    )[0];
  const back = largest?.side === "base";
  const [good, bad] = back ? [fork?.candidate ?? base, base] : [fork?.candidate ?? base, next];
  const from = fork?.at ?? 0;
  const inside = tried.filter(({ at, candidate }) => {
    const onBranch = back ? at < from : at > from;
    return onBranch && candidate.id !== good.id && candidate.id !== bad.id;
  });
  const line = (word: string, { id, subject }: BisectedTried["candidate"]) => [
    `# ${word}: [${id}] ${subject ?? ""}`.trimEnd(),
    `git bisect ${word} ${id}`,
  ];
  const word = (one: BisectedTried): string | null => {
    if (one.skipped !== null) return "skip";
    if (largest === undefined) return null;
    return one.at >= largest.to === !back ? "bad" : "good";
  };
  return [
    `# bad: [${bad.id}] ${bad.subject ?? ""}`.trimEnd(),
    `# good: [${good.id}] ${good.subject ?? ""}`.trimEnd(),
    `git bisect start '${bad.id}' '${good.id}'`,
    ...inside.flatMap((one) => {
      const said = word(one);
      return said === null ? [] : line(said, one.candidate);
    }),
    // git goes by the last bad commit, and knows of no commits that change nothing.
    ...(largest?.among.length === 1
      ? [
          ...parents.filter((id) => id !== good.id).map((id) => `git bisect good ${id}`),
          `git bisect bad ${largest.candidate.id}`,
        ]
      : []),
    ...(largest === undefined
      ? []
      : [
          `# first bad commit: [${largest.candidate.id}] ${largest.candidate.subject ?? ""}`.trimEnd(),
        ]),
    "",
  ].join("\n");
}
