import type { CpuProfile, Load } from "@deadheat/journal";
import {
  attribute,
  EXPLAINED_SCHEMA,
  explanationOf,
  mergeProfiles,
  type BlockSample,
  type Explained,
  type PlaceOf,
} from "@deadheat/judge";
import {
  planBlock,
  runProfiledBlock,
  type describeMachine,
  type Exchange,
  type Hold,
  type Pair,
  type ProfiledSide,
} from "@deadheat/measure";
import type { Oha } from "@deadheat/oha";
import { formatDuration } from "@deadheat/report/format";
import { learnBoth } from "../compare/sides.ts";
import type { Learned } from "../compare/learn.ts";
import type { ReadRequest } from "../config/checked.ts";
import { entrantOf, type Side } from "../entrants/side.ts";
import { ComparisonFailed } from "../errors.ts";
import type { OpenRun } from "../folder/run-folder.ts";
import { deadheatVersion } from "../version.ts";
import { placesOf } from "./places.ts";
import { explainWarnings } from "./warnings.ts";

/** The ground and the options of an explanation of two sides. */
export interface Explaining {
  readonly machine: ReturnType<typeof describeMachine>;
  readonly oha: Oha;
  readonly load: Load;
  readonly hold: Hold;
  readonly seed: number;
  /** The time for all requests together. */
  readonly budgetSeconds: number;
  readonly folder: OpenRun;
  readonly allowDifferent: boolean;
  readonly aa: boolean;
  readonly notes: readonly string[];
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

/** An explanation, and the merged profiles of both servers. */
export interface ExplainedPair {
  readonly document: Explained;
  readonly profiles: { readonly base: CpuProfile; readonly new: CpuProfile };
}

/**
 * Explains the difference between two sides, for each request. Starts each side once, to learn its answers and the files
 * that it loads, then profiles duets.
 * @throws UsageError, ComparisonFailed, EnvironmentError, Interrupted
 */
export async function explainSides(
  sides: Pair<Side>,
  asked: readonly ReadRequest[],
  explaining: Explaining,
): Promise<ExplainedPair[]> {
  const { pair, notes } = await learnBoth(sides, asked, explaining);
  const explained: ExplainedPair[] = [];
  for (const [i, { name: scenario }] of asked.entries()) {
    const exchanges = {
      base: pair.base.exchanges[i] as Exchange,
      new: pair.new.exchanges[i] as Exchange,
    };
    explained.push(
      await explainRequest(pair, scenario, exchanges, {
        ...explaining,
        notes,
        budgetSeconds: explaining.budgetSeconds / asked.length,
      }),
    );
  }
  return explained;
}

async function explainRequest(
  pair: Pair<Learned>,
  scenario: string,
  exchanges: Pair<Exchange>,
  explaining: Explaining,
): Promise<ExplainedPair> {
  const { machine, oha, load, seed, budgetSeconds, signal, note } = explaining;
  const startedAt = new Date().toISOString();
  const frameworks = new Set([pair.base, pair.new].flatMap(({ side }) => side.package ?? []));
  const places = {
    base: placesOf(pair.base.side, frameworks),
    new: placesOf(pair.new.side, frameworks),
  };
  const entrants = {
    base: entrantOf(pair.base.side, exchanges.base),
    new: entrantOf(pair.new.side, exchanges.new),
  };
  const names = { base: pair.base.side.name, new: pair.new.side.name };
  const clock = performance.now();
  const blocks: BlockSample[] = [];
  const profiles: { base: CpuProfile[]; new: CpuProfile[] } = { base: [], new: [] };
  for (;;) {
    const n = blocks.length + 1;
    const duet = { ...names, role: "cell", scenario, blocks: n } as const;
    const bench = { oha, pinning: machine.pinning, load, signal };
    const block = await runProfiledBlock(
      planBlock(duet, n, 1, seed),
      entrants,
      exchanges.base,
      bench,
    );
    if (block.sides === null) throw new ComparisonFailed(block.void ?? "");
    blocks.push({
      base: sampleOf(block.sides.base, places.base),
      new: sampleOf(block.sides.new, places.new),
    });
    profiles.base.push(...block.sides.base.threads.map(({ profile }) => profile));
    profiles.new.push(...block.sides.new.threads.map(({ profile }) => profile));
    const elapsed = (performance.now() - clock) / 1000;
    note(`[${n}] profiled ${names.new} and ${names.base}, ${formatDuration(elapsed)}`);
    const explanation = explanationOf(blocks, budgetSeconds, elapsed);
    if (explanation === null) continue;
    const document: Explained = {
      schema: EXPLAINED_SCHEMA,
      deadheat: deadheatVersion(),
      startedAt,
      base: aboutSide(pair.base.side),
      new: aboutSide(pair.new.side),
      scenario,
      ...explanation,
      loaded: { base: packagesOf(pair.base), new: packagesOf(pair.new) },
      warnings: explainWarnings(explanation, explaining),
    };
    const merged = { base: mergeProfiles(profiles.base), new: mergeProfiles(profiles.new) };
    return { document, profiles: merged };
  }
}

function sampleOf({ threads, ...side }: ProfiledSide, placeOf: PlaceOf): BlockSample["base"] {
  return {
    ...side,
    attributed: attribute(
      threads.map(({ profile }) => profile),
      placeOf,
    ),
  };
}

function aboutSide({ name, runtime, found }: Side): Explained["base"] {
  return { name, runtime, version: found.version };
}

function packagesOf({ loaded }: Learned): Explained["loaded"]["base"] {
  return loaded && [...loaded.packages];
}
