import type { Bisected, BisectedCandidate } from "@deadheat/judge";

const candidate = (letter: string, name: string, subject: string | null): BisectedCandidate => ({
  id: letter.repeat(40),
  name,
  author: "Somebody",
  subject,
  date: "2026-03-28T13:37:53+08:00",
});
const [v1, before, cause, v2] = [
  candidate("a", "v1", "first"),
  candidate("b", "bbbbbbb", "docs: a better example"),
  candidate("c", "ccccccc", "feat: keep an async context"),
  candidate("d", "v2", "2.0.0"),
];

/** Returns the document of a search that named one commit. */
export function bisected(own: Partial<Bisected> = {}): Bisected {
  return {
    schema: 2,
    deadheat: "0.1.0",
    startedAt: "2026-11-24T12:00:00.000Z",
    seconds: 312.5,
    kind: "commits",
    base: v1,
    new: v2,
    scenario: "GET /",
    outcome: "found",
    whole: { ratio: 0.9, lo: 0.893, hi: 0.907, n: 9 },
    fork: null,
    steps: [
      {
        candidate: cause,
        parent: before,
        among: [cause],
        side: "new",
        merge: null,
        measured: { ratio: 0.899, lo: 0.891, hi: 0.907, n: 6 },
        state: "confirmed",
        wonBack: false,
        from: 60,
        to: 61,
      },
    ],
    rest: { ratio: 1.001, lo: 0.99, hi: 1.012 },
    tried: [
      { candidate: v1, at: 0, measured: null, place: null, sameAs: null, skipped: null },
      {
        candidate: before,
        at: 60,
        measured: { ratio: 1.002, lo: 0.99, hi: 1.014, n: 3 },
        place: "before",
        sameAs: null,
        skipped: null,
      },
      {
        candidate: cause,
        at: 61,
        measured: { ratio: 0.901, lo: 0.888, hi: 0.914, n: 3 },
        place: "behind",
        sameAs: null,
        skipped: null,
      },
      {
        candidate: candidate("e", "eeeeeee", "broken"),
        at: 80,
        measured: null,
        place: null,
        sameAs: null,
        skipped: "it exited with code 1",
      },
      {
        candidate: v2,
        at: 120,
        measured: { ratio: 0.9, lo: 0.893, hi: 0.907, n: 9 },
        place: null,
        sameAs: null,
        skipped: null,
      },
    ],
    line: { candidates: 121, left: 79, rounds: 21 },
    warnings: [],
    machine: { cpu: "A CPU", cores: 2, kernel: "6.1.0", os: "Linux", oha: "1.16.0" },
    command: "npx deadheat@0.1.0 bisect v1 v2 --app server.ts",
    ...own,
  };
}
