import {
  COMPARISON_MARGIN,
  judgeComparison,
  judgeTogether,
  type Figure,
  type FigureName,
} from "@deadheat/judge";
import type { BlockRecord } from "@deadheat/journal";
import { furtherSeconds } from "@deadheat/measure";
import {
  blockSecondsOf,
  type Experiment,
  type Lab,
  type Observation,
  type Size,
} from "../lab/experiment.ts";

/** The blocks of a comparison without options. */
const BLOCKS = 8;
/** The comparisons of each injection. */
const runs: Record<Size, number> = { quick: 1, full: 10 };
/** The comparisons of a server with itself, and how many of them may have a false word. */
const equals: Record<Size, { readonly runs: number; readonly allowed: number }> = {
  quick: { runs: 2, allowed: 1 },
  full: { runs: 40, allowed: 3 },
};

interface Injection {
  readonly name: string;
  readonly what: string;
  readonly new: string;
  readonly base: string;
  /** The figures that the injection changes. */
  readonly own: readonly FigureName[];
  readonly latency: boolean;
}

const injections: readonly Injection[] = [
  {
    name: "figures-cpu",
    what: "5 % more CPU",
    new: "injected-5/node",
    base: "injected-0/node",
    own: ["cpu"],
    latency: false,
  },
  {
    name: "figures-memory",
    what: "20 MB more memory",
    new: "figures-memory/node",
    base: "figures-0/node",
    own: ["memory-idle", "memory-peak"],
    latency: false,
  },
  {
    name: "figures-start",
    what: "50 ms more start",
    new: "figures-start/node",
    base: "figures-0/node",
    own: ["start"],
    latency: false,
  },
  {
    name: "figures-latency",
    what: "10 ms more at the 99th percentile",
    new: "figures-latency/node",
    base: "figures-0/node",
    own: ["latency-p99", "latency-p99-at-20"],
    latency: true,
  },
];

/** Compares servers of which one needs more of one figure: that figure must be found, and no other. */
export const figureInjections: readonly Experiment[] = injections.map((injection) => ({
  name: injection.name,
  expected: `a server with ${injection.what}: found by its own figure and by no other`,
  threshold: (size: Size) =>
    `found in ${runs[size]} of ${runs[size]} comparisons of ${BLOCKS} blocks, and at most one has a false word about others`,
  otherwise: "a change of one figure goes unnoticed, or is taken for another one",
  seconds: (size: Size) => runs[size] * secondsOf(size, injection),
  run: async (lab: Lab) => {
    const compared: Figure[][] = [];
    for (let run = 1; run <= runs[lab.size]; run++) {
      compared.push(await compareOnce(lab, injection, `${run} of ${runs[lab.size]}`));
    }
    return judgeInjection(compared, injection.own);
  },
}));

/** Compares a server with itself: every word of a difference is false. */
export const figuresAa: Experiment = {
  name: "figures-aa",
  expected: "a server against itself: no word about any of the four figures",
  threshold: (size) =>
    `at most ${equals[size].allowed} of ${equals[size].runs} comparisons have a false word`,
  otherwise: "a difference that a comparison names may not exist",
  seconds: (size) => equals[size].runs * BLOCKS * blockSecondsOf(size),
  run: async (lab) => {
    const { runs: count, allowed } = equals[lab.size];
    const itself = {
      name: "figures-aa",
      new: "node-http/node",
      base: "node-http/node",
      latency: false,
    };
    const compared: Figure[][] = [];
    for (let run = 1; run <= count; run++) {
      compared.push(await compareOnce(lab, itself, `${run} of ${count}`));
    }
    return judgeFiguresAa(compared, allowed);
  },
};

function secondsOf(size: Size, { latency }: Injection): number {
  return BLOCKS * (blockSecondsOf(size) + furtherSeconds({ latency, cost: false }));
}

async function compareOnce(
  lab: Lab,
  { name, new: next, base, latency }: Pick<Injection, "name" | "new" | "base" | "latency">,
  which: string,
): Promise<Figure[]> {
  const wanted = { latency, cost: false };
  const records = await lab.duets({ name, new: next, base, n: BLOCKS, wanted });
  const figures = figuresOf(records);
  const words = figures.map(
    ({ figure, verdict, ratio }) => `${figure} ${verdict} ${ratio.toFixed(3)}`,
  );
  lab.note(`${name}: comparison ${which}: ${words.join(", ")}`);
  return figures;
}

export function figuresOf(records: readonly BlockRecord[]): Figure[] {
  const rule = { kind: "blocks", blocks: records.length } as const;
  const judgement = judgeComparison(records, rule, COMPARISON_MARGIN, 1);
  const [judged] = judgeTogether([{ records, judgement }]);
  return judged?.figures ?? [];
}

const differs = ({ verdict }: Figure) => verdict !== "dead-heat" && verdict !== "undecided";

/** Chance gives a twentieth of the comparisons a false word, and two of ten once in twelve times. */
const FALSE_SHARE = 0.1;

/** Every comparison must find all figures that the injection changes, upwards. */
export function judgeInjection(
  compared: readonly (readonly Figure[])[],
  own: readonly FigureName[],
): Observation {
  const found = compared.filter((figures) =>
    own.every((name) =>
      figures.some((one) => one.figure === name && differs(one) && one.ratio > 1),
    ),
  ).length;
  const falseWords = compared.map((figures) =>
    figures.filter((one) => differs(one) && !own.includes(one.figure)),
  );
  const others = falseWords.filter((words) => words.length > 0).length;
  const names = [...new Set(falseWords.flat().map(({ figure }) => figure))].join(", ");
  return {
    observed:
      `found in ${found} of ${compared.length} comparisons` +
      (others === 0
        ? ", and nothing else"
        : `; with a false word about others: ${others} (${names})`),
    pass: found === compared.length && others <= Math.max(1, FALSE_SHARE * compared.length),
    figures: { found, others, compared },
  };
}

export function judgeFiguresAa(
  compared: readonly (readonly Figure[])[],
  allowed: number,
): Observation {
  const wrong = compared.filter((figures) => figures.some(differs));
  const names = [
    ...new Set(wrong.flatMap((figures) => figures.filter(differs).map(({ figure }) => figure))),
  ];
  return {
    observed:
      `${wrong.length} of ${compared.length} comparisons have a false word` +
      (names.length === 0 ? "" : ` (${names.join(", ")})`),
    pass: wrong.length <= allowed,
    figures: { wrong: wrong.length, compared },
  };
}
