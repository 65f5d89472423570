import { relative } from "node:path";
import {
  COMPARISON_MARGIN,
  isOff,
  type Comparison,
  type Gated,
  type Limits,
} from "@deadheat/judge";
import { drawSeed } from "@deadheat/measure";
import { machineOf, onGround, runsDirectory } from "../compare/ground.ts";
import { usualRequests } from "../compare/prepare.ts";
import { measuresFor } from "../compare/further.ts";
import type { ReadRequest } from "../config/read-requests.ts";
import { compareSides, type SidesCompared } from "../compare/sides.ts";
import { openRun } from "../folder/run-folder.ts";
import { explainFailure } from "./explained.ts";
import { type FoundLimits, limitsOf } from "./limits.ts";
import type { Asked } from "./options.ts";
import { controlsOf, type GatePair, preparePairs, requireStartedAlike } from "./pairs.ts";
import { type Difference, differences } from "../provenance/packages.ts";

export interface Found {
  limits: FoundLimits;
  readonly measured: Measured[];
  readonly control: Measured[];
  machine: Gated["machine"];
  out: string | null;
}

/**
 * Installs, verifies and measures the servers, and adds the results to `found`.
 * @throws the errors of `compare`
 */
export async function measure(asked: Asked, found: Found): Promise<void> {
  const pairs = await preparePairs(asked);
  const sides = pairs.flatMap((pair) => [pair.sides.base, pair.sides.new]);
  found.limits = await limitsOf(sides[0] ?? null, usualRequests(sides, asked.cwd, asked), asked);
  const { requests, limits, base, config } = found.limits;
  if (base !== null && asked.app === undefined && asked.appFrom !== "new") {
    await requireStartedAlike(pairs, base, asked.own);
  }
  const controls = asked.control ? controlsOf(pairs) : new Map<number, GatePair>();
  const budget = asked.budgetSeconds ?? config?.budgetSeconds ?? null;
  await onGround(asked, async (ground) => {
    const clock = performance.now();
    const elapsed = () => (performance.now() - clock) / 1000;
    const folder = openRun(asked.out ?? null, runsDirectory());
    found.machine = machineOf(ground);
    found.out = folder.out;
    const common = {
      ...ground,
      margin: asked.margin ?? config?.margin ?? COMPARISON_MARGIN,
      primary: asked.primary ?? "cpu",
      measure: measuresFor(asked.measure, allOf(limits, requests), asked.primary ?? "cpu"),
      seed: asked.seed ?? drawSeed(),
      folder,
      allowDifferent: asked.allowDifferent ?? config?.allowDifferent ?? false,
    };
    const run = async (pair: GatePair, journal: string, of: number, aa: boolean) => {
      // All comparisons share one budget, and so do the controls.
      const share = of / (pairs.length + controls.size);
      const budgetSeconds = budget && budget * share;
      const rule = { budgetSeconds, rounds: null, until: null, gate: limits };
      const family = of * requests.length;
      const measuring = {
        ...common,
        notes: pair.notes,
        rule,
        family,
        journal,
        aa,
        explain: false,
      };
      const compared = await compareSides(pair.sides, requests, measuring);
      return compared.map((one) => measuredOf(one, pair.app, folder.out));
    };
    for (const [i, pair] of pairs.entries()) {
      const after = i === 0 ? "" : `-pair-${i + 1}`;
      found.measured.push(...(await run(pair, `gate${after}`, pairs.length, asked.aa ?? false)));
      const control = controls.get(i);
      if (control === undefined) continue;
      found.control.push(...(await run(control, `control${after}`, controls.size, true)));
    }
    if (asked.explain && !found.control.some(({ comparison }) => isOff(comparison))) {
      const left = budget === null ? null : Math.max(0, budget - elapsed());
      const { allowDifferent, seed } = common;
      const options = { ...asked, allowDifferent, seed, budgetSeconds: left };
      await explainFailure(found.measured, pairs, requests, { ground, folder, options });
    }
  });
}

/** Returns every metric that has a gate, of all requests or of one. */
function allOf(limits: Limits, requests: readonly ReadRequest[]): Limits {
  return Object.assign({}, limits, ...requests.map(({ gate }) => gate ?? {})) as Limits;
}

export interface Measured extends Pick<SidesCompared, "loaded"> {
  readonly comparison: Comparison;
}

/**
 * Returns a comparison in the form of a check's document.
 * @param app the server's name in the configuration
 * @param out the run's folder
 */
function measuredOf(
  { comparison, loaded }: SidesCompared,
  app: string | null,
  out: string,
): Measured {
  const journal = relative(out, comparison.journal);
  return { comparison: { ...comparison, journal, app }, loaded };
}

/** Returns the packages in which the servers of a check differ; null if those of one server are unknown. */
export function loadedOf(all: readonly Measured["loaded"][]): Gated["loaded"] {
  const changed = new Map<string, Difference>();
  const packages = new Set<string>();
  for (const loaded of all) {
    if (!loaded?.base || !loaded.new) return null;
    for (const one of loaded.new) packages.add(`${one.name} ${one.path}`);
    for (const change of differences(loaded.base, loaded.new)) {
      changed.set(JSON.stringify(change), change);
    }
  }
  return all.length === 0 ? null : { packages: packages.size, changed: [...changed.values()] };
}
