import type { Descended } from "@deadheat/judge";

const ratio = (value: number, n: number) => ({
  ratio: value,
  lo: value * 0.98,
  hi: value * 1.02,
  n,
});

/** Returns a way down from a commit of packages to one line, which is proven at both ends. */
export function descended(own: Partial<Descended> = {}): Descended {
  const qs = { name: "qs", from: "6.9.7", to: "6.10.1" };
  return {
    base: "bbbbbbb",
    new: "ccccccc",
    whole: ratio(1.5, 9),
    steps: [
      {
        level: "package",
        ...qs,
        together: [],
        measured: ratio(1.46, 6),
        share: { share: 0.94, lo: 0.87, hi: 1.02 },
        followed: true,
      },
      {
        level: "package",
        name: "body-parser",
        from: "1.19.0",
        to: "1.20.0",
        together: [{ name: "raw-body", from: "2.4.0", to: "2.5.1" }],
        measured: ratio(1.03, 6),
        share: { share: 0.06, lo: 0.01, hi: 0.11 },
        followed: false,
      },
      {
        level: "release",
        name: "qs",
        from: "6.9.7",
        to: "6.10.0",
        together: [],
        measured: ratio(1.45, 6),
        share: { share: 0.92, lo: 0.84, hi: 1.01 },
        followed: true,
      },
    ],
    brings: [{ name: "side-channel", version: "1.0.4" }],
    proofs: [
      {
        kind: "version",
        of: [qs],
        share: { share: 0.96, lo: 0.9, hi: 1.02 },
        measured: ratio(1.47, 6),
        lines: null,
      },
      {
        kind: "lines",
        of: [{ name: "qs", from: "6.9.7", to: "6.10.0" }],
        share: { share: 0.91, lo: 0.83, hi: 1 },
        measured: ratio(1.44, 6),
        lines: {
          groups: 1,
          of: 14,
          files: ["node_modules/qs/lib/stringify.js"],
          functions: ["stringify"],
          diff: [
            "diff --git a/node_modules/qs/lib/stringify.js b/node_modules/qs/lib/stringify.js",
            "--- a/node_modules/qs/lib/stringify.js",
            "+++ b/node_modules/qs/lib/stringify.js",
            "@@ -1,2 +1,3 @@",
            " var obj = object;",
            "-if (typeof filter === 'function') {",
            "+var tmpSc = sideChannel;",
            "+if (typeof filter === 'function') {",
            "",
          ].join("\n"),
        },
      },
    ],
    unproven: null,
    components: [],
    ended: null,
    patch: "cause.patch",
    ...own,
  };
}
