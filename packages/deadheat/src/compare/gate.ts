import { resolve } from "node:path";
import process from "node:process";
import { UsageError } from "@deadheat/journal";
import { COMPARISON_MARGIN, type Comparison, type GateOutcome } from "@deadheat/judge";
import { drawSeed, type Pair } from "@deadheat/measure";
import { readConfig, type ReadConfig } from "../config/read.ts";
import { describePair } from "../entrants/describe.ts";
import { parsePair, type SpecPair } from "../entrants/pair.ts";
import type { Side } from "../entrants/side.ts";
import type { WantedRuntime } from "../entrants/spec.ts";
import type { InstallOptions } from "../installs/options.ts";
import { openRun } from "../folder/run-folder.ts";
import { appsOf, type NamedApp } from "./apps.ts";
import { commonOf, installingOf, preparePair, requestsOf } from "./compare.ts";
import { onGround, runsDirectory } from "./ground.ts";
import { interruptible } from "./interruptible.ts";
import type { CompareOptions } from "./options.ts";
import { compareSides } from "./sides.ts";

/** By how much the new one may be slower where nothing else is said. */
export const USUAL_GATE = 0.05;

export interface GateOptions extends Omit<CompareOptions, "blocks" | "until"> {
  /** A configuration of another name or place than `deadheat.config.*` in `cwd`. */
  readonly config?: string | undefined;
}

/** What a check of a change is told. */
export interface Gated {
  /** `failed` where one is certainly slower than its gate allows; else `undecided` where one is. */
  readonly outcome: GateOutcome;
  /** Of each server, on each runtime, for each request. */
  readonly comparisons: readonly Comparison[];
  readonly out: string;
}

/**
 * Whether the new one is slower than the base by more than its gate allows: each server of the configuration (or `app`),
 * on each of its runtimes, for each request; several are judged together, so that one in twenty such checks at most
 * fails without a reason. Prints nothing.
 * @throws as `compare`
 */
export async function gate(options: GateOptions): Promise<Gated> {
  const cwd = resolve(options.cwd ?? process.cwd());
  const config = await readConfig(cwd, options.config ?? null);
  const signal = interruptible(options.signal);
  const note = options.onProgress ?? (() => {});
  const specs = await parsePair(options.base, options.new ?? null, cwd);
  for (const { text, what } of [specs.base, specs.new]) {
    if (what.kind !== "running") continue;
    throw new UsageError(
      `${text}: a gate needs servers that are started afresh; a running one is for compare`,
    );
  }
  const pairs = await preparePairs(specs, config, { ...options, cwd, signal, note });
  const requests = requestsOf(
    options,
    config,
    pairs.flatMap(({ reference, target }) => [reference, target]),
    cwd,
  );
  const family = pairs.length * requests.length;
  const budgetSeconds = options.budgetSeconds ?? config?.budgetSeconds ?? null;
  return onGround({ ...options, signal, note }, async (ground) => {
    const folder = openRun(options.out ?? null, runsDirectory());
    const comparisons: Comparison[] = [];
    for (const [i, sides] of pairs.entries()) {
      const found = await compareSides(sides, requests, {
        ...ground,
        rule: {
          budgetSeconds,
          blocks: null,
          until: null,
          gate: options.gate ?? config?.gateShare ?? USUAL_GATE,
        },
        family,
        margin: options.margin ?? config?.margin ?? COMPARISON_MARGIN,
        seed: options.seed ?? drawSeed(),
        folder,
        journal: i === 0 ? "gate" : `gate-pair-${i + 1}`,
        allowDifferent: options.allowDifferent ?? config?.allowDifferent ?? false,
        aa: options.aa ?? false,
      });
      comparisons.push(...found);
    }
    return { outcome: worst(comparisons), comparisons, out: folder.out };
  });
}

function worst(comparisons: readonly Comparison[]): GateOutcome {
  const outcomes = new Set(comparisons.map(({ gate: found }) => found?.outcome));
  if (outcomes.has("failed")) return "failed";
  return outcomes.has("undecided") ? "undecided" : "passed";
}

async function preparePairs(
  specs: SpecPair,
  config: ReadConfig | null,
  options: GateOptions & Pick<InstallOptions, "cwd" | "signal" | "note">,
): Promise<Pair<Side>[]> {
  const revisions = [specs.base, specs.new].some(({ what }) => what.kind === "revision");
  const apps = revisions ? await appsOf(options.app ?? null, config, options.cwd) : [null];
  const pairs: Pair<Side>[] = [];
  for (const app of apps) {
    for (const runtime of runtimesOf(app, specs, config)) {
      const on = {
        base: { ...specs.base, runtime: specs.base.runtime ?? runtime },
        new: { ...specs.new, runtime: specs.new.runtime ?? runtime },
      };
      const described = await describePair(on, commonOf(options, config, app));
      const sides = await preparePair(described, installingOf(options));
      pairs.push(apps.length > 1 && app !== null ? named(sides, app) : sides);
    }
  }
  return pairs;
}

function runtimesOf(
  app: NamedApp | null,
  { base, new: other }: SpecPair,
  config: ReadConfig | null,
): readonly (WantedRuntime | null)[] {
  const own = other.runtime ?? base.runtime ?? app?.runtime ?? null;
  if (own !== null) return [own];
  return config === null || config.runtimes.length === 0 ? [null] : config.runtimes;
}

function named({ reference, target }: Pair<Side>, { label }: NamedApp): Pair<Side> {
  const name = (side: Side) => ({ ...side, name: `${label} ${side.name}` });
  return { reference: name(reference), target: name(target) };
}
