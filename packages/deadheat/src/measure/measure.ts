import { join } from "node:path";
import { fitFor, type Warning } from "@deadheat/journal";
import {
  MIX,
  ROUNDS_FOR_FUNCTIONS,
  settingsWarnings,
  sharedRule,
  stoppingFor,
  type ServiceUse,
  type Stopping,
} from "@deadheat/judge";
import {
  concurrencyWarnings,
  drawSeed,
  furtherSeconds,
  planGrowth,
  limitWarnings,
  profiledSeconds,
  roundSeconds,
  type Bench,
  type Exchange,
} from "@deadheat/measure";
import type { ReadRequest } from "../config/read-requests.ts";
import { CollectedProfiles, profiledAs } from "../profile/collected.ts";
import { entrantOf, requireUnchanged, type Installed } from "../ready/installed.ts";
import { isInMix, mixOf, type MixedRequest } from "../plan/mix.ts";
import type { Comparing, EntrantsCompared, Mix } from "./comparing.ts";
import { compareInTurn } from "./entrants.ts";
import { headerOf, settingsOf } from "./header.ts";
import { planWords, spreadOf } from "./plan-words.ts";
import { runtimesOf, type Ready, type ReadyPair } from "./start.ts";

/** The rounds of one pair with one request, or with the mix of its requests. */
export interface Rounds extends EntrantsCompared {
  readonly pair: ReadyPair;
  /** The name of the request, or `mix`. */
  readonly scenario: string;
  /** The request; of a mix, the one that adds most to the difference. */
  readonly request: ReadRequest;
  /** The profiles of the rounds; null unless the servers were profiled. */
  readonly profiles: CollectedProfiles | null;
  /** The share of a request above which a function may not become more expensive; null if that is not looked for. */
  readonly functions: number | null;
  /** The requests per second of the latency, if the user named them; null for the default. */
  readonly rate: number | null;
  /** The services of the servers, and their use of CPU under load; none without services. */
  readonly services: readonly ServiceUse[];
}

/**
 * Measures duets of every pair with every request. Each round is on the disk before the next begins.
 * @throws ComparisonFailed, EnvironmentError, Interrupted
 */
export async function* measure(ready: Ready): AsyncGenerator<Rounds> {
  const { plan, pairs, limits, elapsed } = ready;
  const { budgetSeconds } = limits;
  const all = pairs.flatMap((pair) => {
    const mixed = mixOf(pair.requests);
    const places = [...pair.requests.keys()];
    const isAlone = (i: number) => mixed === null || !isInMix(pair.requests[i] as ReadRequest);
    const inTurn = places.filter((i) => !isAlone(i));
    return [
      ...(mixed === null ? [] : [{ pair, own: inTurn, mixed }]),
      ...places.filter(isAlone).map((i) => ({ pair, own: [i], mixed: null })),
    ];
  });
  const seed = plan.effort.seed ?? drawSeed();
  const given = { seed, preparedSeconds: elapsed() };
  let open = all.reduce((sum, { own }) => sum + own.length, 0);
  for (const { pair, own, mixed: weighed } of all) {
    // The budget holds the preparation too. A comparison leaves the time that it does not need to the next ones.
    const left = budgetSeconds && Math.max(1, (budgetSeconds - elapsed()) / open);
    open -= own.length;
    const planned = own.map((i) => planOf(ready, pair, i, left, given));
    const [{ bench, comparing: first }] = planned as [Planned];
    const before = (await ready.services?.clocks()) ?? [];
    const { parts, mix } = inTurnOf(ready, pair, planned, weighed, own);
    // Each request has a verdict too, so the one that varies most decides how many rounds are needed.
    const spread = Math.max(...parts.map(({ scenario }) => spreadOf(pair.load, scenario)));
    const growth = limits.extra.further.loads.includes("memory-growth")
      ? planGrowth(fitFor(pair.load, first.scenario))
      : null;
    // A trial shows no differences.
    if (!plan.effort.together)
      ready.testbed.note(planWords({ ...(mix?.comparing ?? first), spread, growth }));
    const compared = await compareInTurn(parts, mix, bench, ready.testbed.note);
    const requests = compared.slice(0, own.length);
    const rounds = requests.flatMap(({ records }) => records);
    const loadSeconds = rounds.reduce((sum, { seconds }) => sum + seconds.load, 0);
    const services = (await ready.services?.usedSince(before, loadSeconds)) ?? [];
    const added = requests.map(({ judgement: { metrics } }, i) => {
      const cpu = metrics.find(({ metric }) => metric === "cpu");
      return (mix?.shares[i] ?? 0) * ((cpu?.new ?? 0) - (cpu?.base ?? 0));
    });
    const most = own[added.indexOf(Math.max(...added))] ?? 0;
    for (const [n, one] of compared.entries()) {
      const comparing = parts[n] ?? (mix as Mix).comparing;
      yield roundsOf(ready, pair, own[n] ?? most, comparing, { ...one, services });
    }
  }
  const sides = pairs.flatMap(({ base, new: next }) => [base.side, next.side]);
  await requireUnchanged(sides, ready.folder.out);
}

/** Returns the comparisons of requests, and that of their mix. The requests of a mix are measured in turn, and stop together. */
function inTurnOf(
  ready: Ready,
  pair: ReadyPair,
  planned: readonly Planned[],
  mixed: readonly MixedRequest[] | null,
  places: readonly number[],
): { readonly parts: readonly Comparing[]; readonly mix: Mix | null } {
  const own = planned.map(({ comparing }) => comparing);
  const [first] = own;
  if (mixed === null || first === undefined) return { parts: own, mix: null };
  const rules = own.map(({ rule }) => rule);
  const shared = {
    each: own.reduce((sum, { each }) => sum + each, 0),
    inTurn: own.length + 1,
  };
  const comparing: Comparing = {
    ...first,
    ...shared,
    scenario: MIX,
    rule: sharedRule(mixRule(ready, first.rule), rules),
    profiles: null,
    exact: {},
    journal: join(ready.folder.out, "journal", `${pair.journal}-${MIX}.jsonl`),
  };
  return {
    parts: own.map((one) => ({ ...one, ...shared, rule: sharedRule(one.rule, rules) })),
    mix: {
      comparing,
      shares: mixed.map(({ share }) => share),
      groups: pair.groups.flatMap((group) => {
        const here = group.map((i) => places.indexOf(i)).filter((n) => n >= 0);
        return here.length > 0 ? [here] : [];
      }),
    },
  };
}

/** Returns the rule of a mix. Only its CPU time can have a limit. */
function mixRule({ limits: { limits } }: Ready, rule: Stopping): Stopping {
  if (rule.kind !== "gate") return rule;
  return { ...rule, limits: limits?.cpu === undefined ? {} : { cpu: limits.cpu } };
}

interface Planned {
  readonly comparing: Comparing;
  readonly bench: Bench;
}

function planOf(
  ready: Ready,
  pair: ReadyPair,
  i: number,
  left: number | null,
  given: Pick<Comparing, "seed" | "preparedSeconds">,
): Planned {
  const { plan, testbed, folder, limits } = ready;
  const { effort } = plan;
  const { extra } = limits;
  const { load, base, new: next } = pair;
  const sides = { base: base.side, new: next.side };
  const request = pair.requests[i] as ReadRequest;
  const scenario = request.name;
  const functions = pair.role === "comparison" ? effort.functions : null;
  // A gate explains its worst failure afterwards.
  const explain = functions !== null || (effort.explain && plan.command === "compare");
  const isSearching = functions !== null;
  const fit = fitFor(load, scenario);
  const names = { base: sides.base.name, new: sides.new.name };
  const paces = testbed.pilots?.paces(scenario, names) ?? null;
  const rest =
    roundSeconds(load, runtimesOf(sides), scenario, paces) + furtherSeconds(extra.further, fit);
  const warmSeconds = isSearching ? rest / 3 : 0;
  const each = rest + (explain ? profiledSeconds(fit, warmSeconds) : 0);
  const rule = ruleOf(ready, pair, request, left, each);
  const profiles = explain
    ? new CollectedProfiles({ base: profiledAs(base.side), new: profiledAs(next.side) })
    : null;
  const settings = settingsOf(sides, scenario, { ...testbed, load });
  const exchanges = { base: base.exchanges[i] as Exchange, new: next.exchanges[i] as Exchange };
  const file = i === 0 ? pair.journal : `${pair.journal}-${i + 1}`;
  return {
    comparing: {
      entrants: {
        new: entrantOf(sides.new, exchanges.new),
        base: entrantOf(sides.base, exchanges.base),
      },
      scenario,
      exchange: exchanges.base,
      rule,
      each,
      ...given,
      margin: limits.margin,
      primary: effort.primary,
      further: extra.further,
      profiles,
      isSearching,
      ...(isSearching && effort.rounds === null && { least: ROUNDS_FOR_FUNCTIONS }),
      exact: pair.sizes,
      priors: ready.priors,
      journal: join(folder.out, "journal", `${file}.jsonl`),
      header: headerOf({ ...folder, seed: given.seed }, pair, settings),
    },
    bench: {
      oha: testbed.oha,
      pinning: testbed.machine.pinning,
      load,
      signal: testbed.signal,
      counters: extra.counters,
    },
  };
}

function roundsOf(
  { plan, testbed, limits }: Ready,
  pair: ReadyPair,
  i: number,
  { scenario, profiles = null, header }: Comparing,
  compared: EntrantsCompared & Pick<Rounds, "services">,
): Rounds {
  const { base, new: next } = pair;
  const warnings = [
    ...pair.notes,
    ...concurrencyWarnings(testbed.hold),
    ...limitWarnings(),
    ...(header.type === "run" ? settingsWarnings(header.settings, true) : []),
    ...(scenario === MIX ? [] : (next.remarks[i] ?? [])),
    ...[base.side, next.side].flatMap((side) => [
      ...runningWarnings(side),
      ...(testbed.pilots?.stillWarming(scenario, side.name) ? [warmingWarning(side)] : []),
    ]),
    ...pair.warnings,
    ...compared.warnings,
    ...busyServices(compared),
  ];
  const request = pair.requests[i] as ReadRequest;
  const isTested = profiles !== null && pair.role === "comparison";
  const functions = isTested ? plan.effort.functions : null;
  const { rate = null } = limits.extra.further;
  return { ...compared, pair, scenario, request, profiles, functions, warnings, rate };
}

/** Returns the rule that stops a comparison. All comparisons of a gate, or all of its controls, are judged together. */
function ruleOf(
  { plan, limits, pairs, priors }: Ready,
  { role }: ReadyPair,
  request: ReadRequest,
  budgetSeconds: number | null,
  each: number,
): Stopping {
  const { rounds, until } = plan.effort;
  const gateOf = (own: ReadRequest) => limits.limits && { ...limits.limits, ...own.gate };
  const gatesOf = ({ requests }: ReadyPair) => {
    const gates = requests.map((one) => Object.keys(gateOf(one) ?? { cpu: 1 }).length);
    const isMixed = mixOf(requests) !== null && limits.limits?.cpu !== undefined;
    return gates.reduce((sum, count) => sum + count, Number(isMixed));
  };
  const family = pairs
    .filter((one) => one.role === role)
    .reduce((sum, one) => sum + gatesOf(one), 0);
  return stoppingFor({ budgetSeconds, rounds, until, gate: gateOf(request), family, priors }, each);
}

/** The use of CPU from which a service has a part in a generator's CPU that is busy all the time. */
const BUSY_CPUS = 0.3;

function busyServices({
  services,
  judgement,
}: EntrantsCompared & Pick<Rounds, "services">): Warning[] {
  const { base, new: next } = judgement.bottleneck;
  if (base !== "generator" && next !== "generator") return [];
  return services.flatMap(({ name, cpus }) => {
    if (cpus === null || cpus < BUSY_CPUS) return [];
    return [{ code: "service-busy", facts: { service: name, cpus } } as const];
  });
}

function warmingWarning({ name: server }: Installed): Warning {
  return { code: "still-warming", facts: { server } };
}

function runningWarnings({ name: server, program }: Installed): Warning[] {
  if (program.kind !== "running") return [];
  const already = { code: "running-already", facts: { server } } as const;
  return program.pid === null
    ? [already, { code: "requests-per-second-only", facts: { server } }]
    : [already];
}
