import type { Cost, Explained, ExplainedFunction, Stack } from "@deadheat/judge";

// The document of an explanation like that of koa 3.2.0 against 2.16.0, for tests.

const cost = (base: number, next: number, half: number): Cost => {
  const difference = next - base;
  const us = (value: number) => Number((1e-6 * value).toPrecision(12));
  return {
    base: us(base),
    new: us(next),
    difference: us(difference),
    lo: us(difference - half),
    hi: us(difference + half),
  };
};

const of = (own: Partial<ExplainedFunction>): ExplainedFunction => ({
  name: "f",
  kind: "dependency",
  package: "mime-types",
  file: "index.js",
  line: 51,
  state: "both",
  self: cost(1, 1, 0.1),
  total: cost(2, 2, 0.1),
  caller: null,
  directCaller: null,
  q: 0.5,
  named: false,
  moved: false,
  source: null,
  ...own,
});

const found = { q: 0.001, named: true };
const nowhere = { package: null, file: null, line: null };

const functions: ExplainedFunction[] = [
  of({
    name: "charset",
    state: "new",
    self: cost(0, 0.115, 0.03),
    total: cost(0, 0.2, 0.03),
    caller: {
      name: "set type",
      kind: "framework",
      package: "koa",
      file: "lib/response.js",
      line: 301,
      total: cost(0.5, 0.71, 0.05),
    },
    ...found,
  }),
  of({
    name: "lookup",
    line: 132,
    state: "new",
    self: cost(0, 0.063, 0.02),
    total: cost(0, 0.09, 0.03),
    ...found,
  }),
  of({
    name: "wrap",
    package: "on-finished",
    line: 220,
    self: cost(0.1, 0.16, 0.02),
    total: cost(0.3, 0.29, 0.05),
    ...found,
    moved: true,
  }),
  of({
    name: "extname",
    kind: "runtime",
    package: null,
    file: "node:path",
    line: 1548,
    self: cost(0, 0.041, 0.02),
    total: cost(0, 0.041, 0.02),
    state: "new",
    ...found,
  }),
  of({
    name: "get",
    package: "ylru",
    line: 11,
    state: "gone",
    self: cost(0.034, 0, 0.01),
    total: cost(0.034, 0, 0.01),
    ...found,
  }),
  of({
    name: "writeUtf8String",
    kind: "native",
    ...nowhere,
    self: cost(4.1, 4.3, 0.4),
    total: cost(4.1, 4.3, 0.4),
  }),
  of({
    name: "handleRequest",
    kind: "framework",
    package: "koa",
    file: "lib/application.js",
    line: 172,
    self: cost(0.2, 0.21, 0.1),
    total: cost(9, 9.6, 0.3),
  }),
  of({
    name: "not seen by the profiler",
    kind: "unseen",
    ...nowhere,
    self: cost(1.2, 1.25, 0.2),
    total: cost(1.2, 1.25, 0.2),
  }),
];

const stack = (at: number, base: number, next: number, calls: Stack[] = []): Stack => ({
  function: at,
  base: 1e-6 * base,
  new: 1e-6 * next,
  calls,
});

/** Returns the document, with these parts of one's own. */
export function explained(own: Partial<Explained> = {}): Explained {
  const side = { runtime: "node", version: "26.10.0" } as const;
  return {
    schema: 5,
    deadheat: "0.1.0",
    startedAt: "2026-11-24T11:00:00.000Z",
    base: { name: "koa@2.16.0/node", ...side },
    new: { name: "koa@3.2.0/node", ...side },
    scenario: "GET /hello",
    rounds: 8,
    level: 0.008,
    metric: "cpu",
    whole: cost(13.45, 14.28, 0.12),
    seen: { base: 0.93, new: 0.94 },
    overhead: { base: 0.06, new: 0.06 },
    explained: 0.3,
    rest: cost(13.32, 13.9, 0.2),
    functions,
    kinds: [
      { name: "dependency", cost: cost(2.8, 3.2, 0.2), q: 0.5, named: false },
      { name: "native", cost: cost(4.1, 4.3, 0.4), q: 0.5, named: false },
      { name: "unseen", cost: cost(1.2, 1.25, 0.2), q: 0.5, named: false },
    ],
    packages: [
      { name: "mime-types", cost: cost(0, 0.178, 0.03), q: 0.5, named: false },
      { name: ".", cost: cost(0.01, 0.01, 0.01), q: 0.5, named: false },
    ],
    files: [],
    stacks: [
      stack(6, 9, 9.6, [
        stack(0, 0, 0.2, [stack(1, 0, 0.09, [stack(3, 0, 0.041)])]),
        stack(2, 0.3, 0.29),
        stack(4, 0.034, 0),
        stack(5, 4.1, 4.3),
      ]),
      stack(7, 1.2, 1.25),
    ],
    warnings: [],
    ...own,
  };
}
