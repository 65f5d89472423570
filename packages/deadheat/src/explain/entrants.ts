import type { CpuProfile, Warning } from "@deadheat/journal";
import {
  attribute,
  EXPLAINED_SCHEMA,
  explanationOf,
  mergeProfiles,
  type BlockSample,
  type Explained,
} from "@deadheat/judge";
import {
  planBlock,
  runProfiledBlock,
  type Bench,
  type Entrant,
  type Exchange,
  type Pair,
  type ProfiledSide,
} from "@deadheat/measure";
import { formatDuration } from "@deadheat/report/format";
import { ComparisonFailed } from "../errors.ts";
import type { Note, Step } from "../step.ts";
import { deadheatVersion } from "../version.ts";
import { placesOf, type Located } from "./places.ts";
import { overheadWarnings } from "./warnings.ts";

/** A server to explain. */
export interface ExplainedServer {
  readonly entrant: Entrant;
  readonly about: Explained["base"];
  readonly located: Located;
  /** The packages that the server loaded; null if unknown. */
  readonly loaded: Explained["loaded"]["base"];
}

/** Two servers, their request, and the time for them. */
export interface ExplainingPair {
  readonly servers: Pair<ExplainedServer>;
  /** The name of the request. */
  readonly scenario: string;
  readonly exchange: Exchange;
  readonly budgetSeconds: number;
  readonly seed: number;
  readonly warnings: readonly Warning[];
}

/** An explanation, and the merged profiles of both servers. */
export interface ExplainedPair {
  readonly document: Explained;
  readonly profiles: { readonly base: CpuProfile; readonly new: CpuProfile };
}

/** The profiled seconds of each block. */
export const PROFILED_SECONDS = 2;

/** The warm-up of both servers together. The window without the profiler goes on with it. */
const TOGETHER_SECONDS = 0.4;

/**
 * Profiles two entrants in duets until the named functions explain the difference or the budget ends.
 * @param note receives one line for people after each block
 * @throws ComparisonFailed if a block is void; Interrupted
 */
export async function explainEntrants(
  { servers, scenario, exchange, budgetSeconds, seed, warnings }: ExplainingPair,
  bench: Bench,
  note: Note,
): Promise<ExplainedPair> {
  const startedAt = new Date().toISOString();
  const clock = performance.now();
  const { base, new: next } = servers;
  const compared = new Set([base, next].flatMap(({ located }) => located.package ?? []));
  const places = { base: placesOf(base.located, compared), new: placesOf(next.located, compared) };
  const warmup = { ...bench.load.warmup, togetherSeconds: TOGETHER_SECONDS };
  const blocks: BlockSample[] = [];
  const profiles: { base: CpuProfile[]; new: CpuProfile[] } = { base: [], new: [] };
  const step: Step = {
    phase: `profiling ${scenario}: block`,
    done: 0,
    of: null,
    estimate: "",
    secondsLeft: budgetSeconds,
  };
  note(`profiling ${next.about.name} and ${base.about.name} (${scenario})`, step);
  for (let n = 1; ; n++) {
    const names = { base: base.about.name, new: next.about.name };
    const block = await runProfiledBlock(
      planBlock({ ...names, role: "cell", scenario, blocks: n }, n, 1, seed),
      { base: base.entrant, new: next.entrant },
      exchange,
      { ...bench, load: { ...bench.load, warmup } },
    );
    const { sides } = block;
    if (sides === null) throw new ComparisonFailed(block.void ?? "");
    const sampleOf = (which: "base" | "new"): BlockSample["base"] => {
      const { threads, ...side }: ProfiledSide = sides[which];
      const own = threads.map(({ profile }) => profile);
      profiles[which].push(...own);
      return { ...side, attributed: attribute(own, places[which]) };
    };
    blocks.push({ base: sampleOf("base"), new: sampleOf("new") });
    const elapsed = (performance.now() - clock) / 1000;
    note(`[${n}] profiled ${names.new} and ${names.base}, ${formatDuration(elapsed)}`, {
      ...step,
      done: n,
      secondsLeft: Math.max(0, budgetSeconds - elapsed),
    });
    const explanation = explanationOf(blocks, budgetSeconds, elapsed);
    if (explanation === null) continue;
    const document: Explained = {
      schema: EXPLAINED_SCHEMA,
      deadheat: deadheatVersion(),
      startedAt,
      base: base.about,
      new: next.about,
      scenario,
      ...explanation,
      loaded: { base: base.loaded, new: next.loaded },
      warnings: [...warnings, ...overheadWarnings(explanation)],
    };
    const merged = { base: mergeProfiles(profiles.base), new: mergeProfiles(profiles.new) };
    return { document, profiles: merged };
  }
}
