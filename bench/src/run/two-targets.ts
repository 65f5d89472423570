import { UsageError, type Warning } from "@deadheat/journal";
import { warningWords } from "@deadheat/report/words";
import { addonWarnings } from "@deadheat/judge";
import { pinOurselves, type Bench, type Exchange, type Pair } from "@deadheat/measure";
import type { Io } from "deadheat/cli";
import { ComparisonFailed } from "deadheat/parts";
import { prepare, type Prepared } from "../plan/prepare.ts";
import type { RunRequest } from "../plan/request.ts";
import { whyUnsupported } from "../targets/scenarios.ts";
import { withServices } from "../services/start.ts";
import { floorOf, selectTargets } from "../targets/discover.ts";
import type { Target } from "../targets/manifest.ts";
import { exchangeOf } from "../cells/participant.ts";

/** Two targets that can serve a scenario. Nothing of them has been started. */
interface ChosenTargets extends Pair<Target> {
  readonly scenario: string;
  readonly ready: Prepared;
}

/** Two targets, with their exchange, while the services that they need run. */
interface TwoTargets extends Pair<Target> {
  readonly prepared: Prepared;
  readonly exchange: Exchange;
  readonly bench: Bench;
}

/**
 * Returns two targets by their names.
 * @param names the base is null for the floor of the new target
 * @throws UsageError if a target cannot serve the scenario; Interrupted
 */
export async function chooseTwoTargets(
  names: { readonly base: string | null; readonly new: string },
  scenario: string,
  asked: Pick<RunRequest, "warmupRequests" | "windowSeconds" | "seed">,
  io: Io,
): Promise<ChosenTargets> {
  const targets = [names.new, ...(names.base === null ? [] : [names.base])];
  const own = { profile: "quick", targets, scenarios: [scenario], calibration: true };
  const ready = await prepare({ ...own, ...asked }, io);
  const next = single(ready.all, names.new, scenario);
  const base =
    names.base === null ? floorOf(next, ready.all) : single(ready.all, names.base, scenario);
  return { base, new: next, scenario, ready };
}

/**
 * Runs `work`, which measures two targets, on the CPUs of the generators.
 * @throws ComparisonFailed if this machine lacks a service; Interrupted
 */
export async function withTwoTargets<T>(
  { base, new: next, scenario, ready }: ChosenTargets,
  io: Io,
  work: (two: TwoTargets) => Promise<T>,
): Promise<T> {
  const { pinning } = ready.settings.machine;
  const unpin = pinOurselves(pinning);
  try {
    return await withServices(ready, io, async (prepared) => {
      const { settings, oha, addresses } = prepared;
      for (const target of [base, next]) {
        const reason = whyUnsupported(target, scenario, settings.services);
        if (reason !== null) throw new ComparisonFailed(`${scenario}: ${reason}`);
      }
      const exchange = await exchangeOf(scenario, addresses);
      const bench = { oha, pinning, load: settings.load, signal: io.signal };
      return work({ base, new: next, prepared, exchange, bench });
    });
  } finally {
    unpin();
  }
}

/** Returns the warnings about the addons of these targets, each once: two apps may share an addon. */
export function addonsOf(...targets: readonly Pick<Target, "addon">[]): Warning[] {
  const warnings = targets.flatMap(({ addon }) => addonWarnings(addon));
  return [...new Map(warnings.map((warning) => [warningWords(warning), warning])).values()];
}

/** Returns the only target of a name that can serve the scenario. @throws UsageError */
function single(all: readonly Target[], name: string, scenario: string): Target {
  const found = selectTargets(all, [name]);
  const [target] = found;
  if (!target || found.length > 1) {
    const names = found.map((t) => t.name).join(", ");
    throw new UsageError(`${name} names several targets (${names}). Name a single one`);
  }
  if (target.unsupported !== null) {
    throw new UsageError(`${target.name} is unsupported: ${target.unsupported}`);
  }
  if (target.version === null) {
    const { package: missing } = target.manifest;
    throw new UsageError(`${missing} is not installed. Run \`npx -y pnpm@12.21.0 install\``);
  }
  const reason = whyUnsupported(target, scenario);
  if (reason !== null) {
    throw new UsageError(`${target.name} does not support ${scenario}: ${reason}`);
  }
  return target;
}
