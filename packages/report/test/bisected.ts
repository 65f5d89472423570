import type { Bisected, BisectedCandidate, BisectedTried } from "@deadheat/judge";

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

const tried = (of: BisectedCandidate, at: number, own: Partial<BisectedTried>): BisectedTried => ({
  candidate: of,
  at,
  measured: null,
  place: null,
  sameAs: null,
  skipped: null,
  ...own,
});

/** Returns the document of a search that named one commit. */
export function bisected(own: Partial<Bisected> = {}): Bisected {
  return {
    schema: 5,
    deadheat: "0.1.0",
    startedAt: "2026-11-24T12:00:00.000Z",
    seconds: 312.5,
    kind: "commits",
    base: v1,
    new: v2,
    scenario: "GET /",
    outcome: "found",
    whole: { ratio: 1.1, lo: 1.093, hi: 1.107, n: 9 },
    fork: null,
    changes: [
      {
        candidate: cause,
        parent: before,
        among: [cause],
        side: "new",
        merge: null,
        measured: { ratio: 1.101, lo: 1.093, hi: 1.109, n: 6 },
        state: "confirmed",
        recovered: false,
        from: 60,
        to: 61,
      },
    ],
    rest: { ratio: 0.999, lo: 0.988, hi: 1.01 },
    tried: [
      tried(v1, 0, {}),
      tried(before, 60, { measured: { ratio: 1.002, lo: 0.99, hi: 1.014, n: 3 }, place: "before" }),
      tried(cause, 61, { measured: { ratio: 1.099, lo: 1.086, hi: 1.112, n: 3 }, place: "after" }),
      tried(candidate("e", "eeeeeee", "broken"), 80, { skipped: "it exited with code 1" }),
      tried(v2, 120, { measured: { ratio: 1.1, lo: 1.093, hi: 1.107, n: 9 } }),
    ],
    line: { candidates: 121, left: 79, rounds: 21 },
    warnings: [],
    machine: {
      cpu: "A CPU",
      cores: 2,
      kernel: "6.1.0",
      os: "Linux",
      oha: "1.16.0",
      isolation: "namespaces",
    },
    command: "npx deadheat@0.1.0 bisect v1 v2 --app server.ts",
    ...own,
  };
}
