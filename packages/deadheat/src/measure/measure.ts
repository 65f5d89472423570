import { join } from "node:path";
import { fitFor, type Warning } from "@deadheat/journal";
import { COMPARISON_MARGIN, settingsWarnings, stoppingFor, type Stopping } from "@deadheat/judge";
import {
  concurrencyWarnings,
  drawSeed,
  furtherSeconds,
  limitWarnings,
  profiledSeconds,
  roundSeconds,
  type Exchange,
} from "@deadheat/measure";
import type { ReadRequest } from "../config/read-requests.ts";
import { CollectedProfiles, serverOf } from "../profile/collected.ts";
import { entrantOf, requireUnchanged, type Side } from "../ready/side.ts";
import { compareEntrants, type EntrantsCompared } from "./entrants.ts";
import { headerOf, settingsOf } from "./header.ts";
import { planWords, spreadOf } from "./plan-words.ts";
import { runtimesOf, type Ready, type ReadyPair } from "./start.ts";

/** The rounds of one pair with one request. */
export interface Rounds extends EntrantsCompared {
  readonly pair: ReadyPair;
  readonly request: ReadRequest;
  /** The profiles of the rounds; null unless the servers were profiled. */
  readonly profiles: CollectedProfiles | null;
}

/**
 * Measures duets of every pair with every request. Each round is on the disk before the next begins.
 * @throws ComparisonFailed, EnvironmentError, Interrupted
 */
export async function* measure(ready: Ready): AsyncGenerator<Rounds> {
  const { plan, pairs, limits, budgetSeconds, elapsed } = ready;
  const all = pairs.flatMap((pair) => limits.requests.map((_, i) => ({ pair, i })));
  const seed = plan.options.seed ?? drawSeed();
  const preparedSeconds = elapsed();
  for (const [n, { pair, i }] of all.entries()) {
    // The budget holds the preparation too. A comparison leaves the time that it does not need to the next ones.
    const left = budgetSeconds && Math.max(1, (budgetSeconds - elapsed()) / (all.length - n));
    yield await measurePair(ready, pair, i, { left, seed, preparedSeconds });
  }
  const sides = pairs.flatMap(({ base, new: next }) => [base.side, next.side]);
  await requireUnchanged(sides, ready.folder.out);
}

async function measurePair(
  ready: Ready,
  pair: ReadyPair,
  i: number,
  { left, ...given }: { left: number | null; seed: number; preparedSeconds: number },
): Promise<Rounds> {
  const { plan, ground, folder, limits, further } = ready;
  const { options } = plan;
  const { load, base, new: next } = pair;
  const sides = { base: base.side, new: next.side };
  const request = limits.requests[i] as ReadRequest;
  const scenario = request.name;
  // A gate explains its worst failure afterwards.
  const explain = options.explain === true && options.command === "compare";
  const each =
    roundSeconds(load, runtimesOf(sides), scenario) +
    furtherSeconds(further) +
    (explain ? profiledSeconds(fitFor(load, scenario)) : 0);
  const rule = ruleOf(ready, pair, request, left, each);
  const limit = limits.limits === null ? null : (rule.kind === "gate" && rule.limits.cpu) || null;
  ground.note(planWords({ scenario, rule, each, spread: spreadOf(load, scenario), limit }));
  const profiles = explain
    ? new CollectedProfiles({ base: serverOf(base, i), new: serverOf(next, i) })
    : null;
  const settings = settingsOf(sides, scenario, { ...ground, load });
  const exchanges = { base: base.exchanges[i] as Exchange, new: next.exchanges[i] as Exchange };
  const file = i === 0 ? pair.journal : `${pair.journal}-${i + 1}`;
  const compared = await compareEntrants(
    {
      entrants: {
        new: entrantOf(sides.new, exchanges.new),
        base: entrantOf(sides.base, exchanges.base),
      },
      scenario,
      exchange: exchanges.base,
      rule,
      each,
      ...given,
      margin: options.margin ?? limits.config?.margin ?? COMPARISON_MARGIN,
      primary: options.primary ?? "cpu",
      further,
      profiles,
      exact: pair.sizes,
      journal: join(folder.out, "journal", `${file}.jsonl`),
      header: headerOf({ ...folder, seed: given.seed }, pair, settings),
    },
    { oha: ground.oha, pinning: ground.machine.pinning, load, signal: ground.signal },
    ground.note,
  );
  const warnings = [
    ...pair.notes.map((message) => ({ code: "app", message })),
    ...concurrencyWarnings(ground.hold),
    ...limitWarnings(),
    ...settingsWarnings(settings, true),
    ...(next.remarks[i] ?? []),
    ...[sides.base, sides.new].flatMap((side) => [
      ...runningWarnings(side),
      ...(ground.pilots?.stillWarming(scenario, side.name) ? [warmingWarning(side)] : []),
    ]),
    ...pair.warnings,
    ...compared.warnings,
  ];
  return { ...compared, pair, request, profiles, warnings };
}

/** Returns the rule that stops a comparison. All comparisons of a gate, or all of its controls, are judged together. */
function ruleOf(
  { plan, limits, pairs }: Ready,
  { role }: ReadyPair,
  request: ReadRequest,
  budgetSeconds: number | null,
  each: number,
): Stopping {
  const { rounds = null, until = null } = plan.options;
  const gateOf = (own: ReadRequest) => limits.limits && { ...limits.limits, ...own.gate };
  const gates = limits.requests.map((one) => Object.keys(gateOf(one) ?? { cpu: 1 }).length);
  const together = pairs.filter((one) => one.role === role).length;
  const family = together * gates.reduce((sum, count) => sum + count, 0);
  return stoppingFor({ budgetSeconds, rounds, until, gate: gateOf(request), family }, each);
}

function warmingWarning({ name }: Side): Warning {
  const message = `${name} was still getting faster when its warm-up reached its limit, so it is measured before it is warm`;
  return { code: "still-warming", message };
}

/** Returns warnings about a server that ran already, which its metrics do not show. */
function runningWarnings({ name, program }: Side): Warning[] {
  if (program.kind !== "running") return [];
  const already = {
    code: "running-already",
    message: `${name} ran already: deadheat neither starts it afresh for each round nor pins it, and the interval does not include how much two of its processes differ`,
  };
  if (program.pid !== null) return [already];
  const message = `requests per second only: the process of ${name} cannot be read, so its CPU time is unknown`;
  return [already, { code: "requests-per-second-only", message }];
}
