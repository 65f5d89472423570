import { COMPARISON_MARGIN, isOff, type Gated } from "@deadheat/judge";
import { drawSeed } from "@deadheat/measure";
import type { ReadConfig, ReadRequest } from "../config/checked.ts";
import type { SpecPair } from "../entrants/spec.ts";
import { openRun } from "../folder/run-folder.ts";
import { usualRequests } from "../compare/prepare.ts";
import { explainFailure } from "./explained.ts";
import { limitsOf, type Limits, type LimitsAsked } from "./limits.ts";
import { fromJournal, type FromJournal } from "./measured.ts";
import type { GateOptions } from "./options.ts";
import { requireStartedAlike } from "./started-alike.ts";
import { controlsOf, preparePairs, type GatePair } from "./pairs.ts";
import { onGround, runsDirectory } from "../compare/ground.ts";
import { compareSides } from "../compare/sides.ts";

/** The findings of a check so far. */
export interface Found {
  limits: Limits;
  readonly measured: FromJournal[];
  readonly control: FromJournal[];
  machine: Gated["machine"];
  out: string | null;
}

/** The options of a check, with their configuration and requests. */
export interface Asked {
  readonly options: GateOptions & { readonly cwd: string };
  readonly config: ReadConfig | null;
  readonly specs: SpecPair;
  /** null if neither the options nor the configuration name requests. */
  readonly requests: readonly ReadRequest[] | null;
  readonly limits: LimitsAsked;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

/**
 * Installs, verifies and measures the servers, and adds the results to `found`.
 * @throws the errors of `compare`
 */
export async function measure(asked: Asked, found: Found): Promise<void> {
  const { options, config, specs, signal, note } = asked;
  const pairs = await preparePairs(specs, config, { ...options, signal, note });
  const sides = pairs.flatMap(({ sides: { base, new: next } }) => [base, next]);
  const usual = usualRequests(sides, options.cwd);
  found.limits = await limitsOf(sides[0] ?? null, asked.requests, usual, asked.limits);
  const { requests, told, base, config: counting } = found.limits;
  if (base !== null && options.app === undefined && options.appFrom !== "new") {
    await requireStartedAlike(pairs, base, config);
  }
  const controls = options.control ? controlsOf(pairs) : new Map<number, GatePair>();
  const budget = options.budgetSeconds ?? counting?.budgetSeconds ?? null;
  // All comparisons share one budget, and so do the controls.
  const share = (some: number) =>
    budget === null ? null : (budget * some) / (pairs.length + controls.size);
  await onGround({ ...options, signal, note }, async (ground) => {
    const folder = openRun(options.out ?? null, runsDirectory());
    const { cpu, cores, kernel, os } = ground.machine;
    found.machine = { cpu, cores, kernel, os, oha: ground.oha.version };
    found.out = folder.out;
    const common = {
      ...ground,
      margin: options.margin ?? counting?.margin ?? COMPARISON_MARGIN,
      seed: options.seed ?? drawSeed(),
      folder,
      allowDifferent: options.allowDifferent ?? counting?.allowDifferent ?? false,
    };
    const run = async (pair: GatePair, journal: string, of: number, aa: boolean) => {
      const rule = { budgetSeconds: share(of), blocks: null, until: null, gate: told.gate };
      const family = of * requests.length;
      const compared = await compareSides(pair.sides, requests, {
        ...common,
        notes: pair.notes,
        rule,
        family,
        journal,
        aa,
      });
      return Promise.all(compared.map((one) => fromJournal(one, pair.app, folder.out)));
    };
    for (const [i, pair] of pairs.entries()) {
      const after = i === 0 ? "" : `-pair-${i + 1}`;
      found.measured.push(...(await run(pair, `gate${after}`, pairs.length, options.aa ?? false)));
      const control = controls.get(i);
      if (control === undefined) continue;
      found.control.push(...(await run(control, `control${after}`, controls.size, true)));
    }
    if (options.explain && !found.control.some(({ comparison }) => isOff(comparison))) {
      const { allowDifferent, seed } = common;
      const explaining = { ground, folder, options: { ...options, allowDifferent, seed } };
      await explainFailure(found.measured, pairs, requests, explaining);
    }
  });
}
