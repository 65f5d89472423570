import { join } from "node:path";
import * as v from "valibot";
import { warmupOf, type Warmup } from "@deadheat/journal";
import { scenarioNamed } from "@deadheat/handlers";
import type { Explained, ExplainedFunction } from "@deadheat/judge";
import { ComparisonFailed, explainEntrants, PROFILED_SECONDS } from "deadheat/parts";
import { withProfiler } from "../../targets/entrant.ts";
import { CalibrationFailed, type Experiment, type Lab, type Size } from "../lab/experiment.ts";
import { startServer } from "../lab/solo-server.ts";

/** The time of one explanation. */
const BUDGET_SECONDS: Readonly<Record<Size, number>> = { quick: 24, full: 45 };
/** The time of one explanation of equal servers, in which nothing has to be found. */
const AA_SECONDS: Readonly<Record<Size, number>> = { quick: 14, full: 45 };
/** The warm-up of the servers with injected work, whose answers cost several times as much as usual ones. */
const INJECTED_WARMUP = warmupOf(10_000);
/** The largest relative error of the injected function's cost. */
const MOST_ERROR = 0.25;

interface Runs {
  readonly runtime: "node" | "bun" | "deno";
  readonly percent: number;
  readonly times: number;
  /** The fewest runs that name the function first. */
  readonly least: number;
}

const runs: Record<Size, readonly Runs[]> = {
  quick: [{ runtime: "node", percent: 5, times: 1, least: 1 }],
  full: [
    { runtime: "node", percent: 5, times: 3, least: 3 },
    { runtime: "node", percent: 2, times: 2, least: 1 },
    { runtime: "bun", percent: 5, times: 2, least: 2 },
    { runtime: "deno", percent: 5, times: 2, least: 2 },
  ],
};

const timesOf = (some: readonly Runs[]) => some.reduce((sum, { times }) => sum + times, 0);

/** Explains the difference between a server and the same server with one more function. */
export const explain: Experiment = {
  name: "explain",
  expected: "an injected function is named first, and its cost is right",
  threshold: (size) =>
    runs[size]
      .map(
        ({ runtime, percent, times, least }) =>
          `${percent} % on ${runtime}: at least ${least} of ${times}`,
      )
      .join(", ") + `; the mean cost is right within ${100 * MOST_ERROR} %`,
  otherwise: "an explanation names the wrong functions, or says too much or too little about them",
  seconds: (size) => timesOf(runs[size]) * (BUDGET_SECONDS[size] + 5) + 5 * runs[size].length,
  run: async (lab) => {
    const groups: Group[] = [];
    for (const { runtime, percent, times, least } of runs[lab.size]) {
      const name = `injected-${percent}/${runtime}`;
      const truth = await injectedSeconds(lab, name);
      const found: Found[] = [];
      for (let i = 1; i <= times; i++) {
        const document = await explained(lab, `injected-0/${runtime}`, name, {
          run: i,
          budgetSeconds: BUDGET_SECONDS[lab.size],
          warmup: INJECTED_WARMUP,
        });
        found.push(firstOf(document));
        lab.note(`explain: ${name}, ${i} of ${times}: ${found.at(-1)?.name ?? "nothing"}`);
      }
      groups.push({ name, truth, least, found });
    }
    return judgeExplanations(groups);
  },
};

/** The first named function of an explanation, and the cost of the injected one. */
interface Found {
  readonly name: string | null;
  readonly seconds: number;
}

interface Group {
  readonly name: string;
  /** The seconds of the injected function, as the server times it. */
  readonly truth: number;
  readonly least: number;
  readonly found: readonly Found[];
}

/** Judges whether the injected function was named first, and whether its mean cost is right. */
export function judgeExplanations(groups: readonly Group[]) {
  const each = groups.map(({ name, truth, least, found }) => {
    const right = found.filter((one) => one.name === "injected").length;
    const mean = found.reduce((sum, { seconds }) => sum + seconds, 0) / found.length;
    return { name, truth, least, found, right, mean, error: mean / truth - 1 };
  });
  return {
    observed: each
      .map(
        ({ name, right, found, mean, truth }) =>
          `${name}: named first ${right} of ${found.length} times, ${(1e6 * mean).toFixed(2)} us where ` +
          `${(1e6 * truth).toFixed(2)} us is true`,
      )
      .join("; "),
    pass: each.every(({ right, least, error }) => right >= least && Math.abs(error) <= MOST_ERROR),
    figures: { groups: each },
  };
}

const aaRuns: Record<Size, { readonly times: number; readonly allowed: number }> = {
  quick: { times: 1, allowed: 0 },
  full: { times: 3, allowed: 1 },
};

/** Explains the difference between a server and itself: there is none. */
export const explainAa: Experiment = {
  name: "explain-aa",
  expected: "node:http against itself: no function is named",
  threshold: (size) =>
    `at most ${aaRuns[size].allowed} of ${aaRuns[size].times} explanations name a function`,
  otherwise: "an explanation names functions that cost the same in both servers",
  seconds: (size) => aaRuns[size].times * (AA_SECONDS[size] + 5),
  run: async (lab) => {
    const { times, allowed } = aaRuns[lab.size];
    const names: string[][] = [];
    for (let i = 1; i <= times; i++) {
      const { functions } = await explained(lab, "node-http/node", "node-http/node", {
        run: i,
        budgetSeconds: AA_SECONDS[lab.size],
        warmup: lab.load.warmup,
      });
      names.push(functions.filter(({ named }) => named).map(({ name }) => name));
      lab.note(`explain-aa: ${i} of ${times}, ${names.at(-1)?.length} functions named`);
    }
    const wrong = names.filter((some) => some.length > 0);
    return {
      observed: `${wrong.length} of ${times} explanations named a function`,
      pass: wrong.length <= allowed,
      figures: { names },
    };
  },
};

async function explained(
  lab: Lab,
  base: string,
  next: string,
  { run, budgetSeconds, warmup }: { run: number; budgetSeconds: number; warmup: Warmup },
): Promise<Explained> {
  const { oha, pinning, signal } = lab;
  const load = { ...lab.load, windowSeconds: PROFILED_SECONDS, warmup };
  const server = (name: string) => {
    const { runtime, directory, entry } = lab.target(name);
    const program = { kind: "file", file: join(directory, entry) } as const;
    return {
      entrant: withProfiler(lab.entrant(name)),
      about: { name, runtime, version: "" },
      located: { root: join(directory, ".."), program, app: null, package: null },
      loaded: null,
    };
  };
  const { document } = await explainEntrants(
    {
      servers: { base: server(base), new: server(next) },
      scenario: "text",
      exchange: scenarioNamed("text").exchange,
      budgetSeconds,
      seed: lab.seed + run,
      warnings: [],
    },
    { oha, pinning, load, signal },
    () => {},
  ).catch((error: unknown) => {
    throw error instanceof ComparisonFailed ? new CalibrationFailed(error.message) : error;
  });
  return document;
}

function firstOf({ functions }: Explained): Found {
  const first = functions.find((one) => one.named && one.self.difference > 0);
  const injected = functions.find(({ name }) => name === "injected");
  const cost = (one: ExplainedFunction | undefined) => one?.self.difference ?? 0;
  return { name: first?.name ?? null, seconds: cost(injected) };
}

const injectedSchema = v.object({ seconds: v.number() });

/** Returns the seconds of the injected function, as a warm server times it. */
async function injectedSeconds(lab: Lab, name: string): Promise<number> {
  const server = await startServer(lab, name);
  try {
    for (let i = 0; i < 3; i++) await server.load(1);
    const response = await fetch(`http://127.0.0.1:${server.port}/work`);
    return v.parse(injectedSchema, await response.json()).seconds;
  } finally {
    await server.stop();
  }
}
