import {
  halfWidth,
  interval,
  median,
  smallestDetectable,
  type Between,
  type LogEstimate,
  type Prior,
} from "@deadheat/stats";
import { efficiency } from "../rounds.ts";
import { cellEstimate, measuredRatio, warningsOf } from "./estimate.ts";
import { kindsField } from "./kinds.ts";
import { processMetrics } from "./process.ts";
import {
  isReference,
  isCold,
  isPackage,
  type RoundRecord,
  type RunRecord,
  type VerifyRecord,
  type Warning,
  type Settings,
  storeOf,
} from "@deadheat/journal";
import type { MergeInput, MissingCell } from "../result/input.ts";
import { soloMetrics, type SoloMetrics } from "./solo-metrics.ts";
import { costMetrics, hasCost, type CostMetrics } from "./cost.ts";
import type { PooledTarget } from "../gather.ts";
import type { Cell } from "../documents/result.ts";
import { MINIMUM_ROUNDS, PROMISED_HALF_WIDTH } from "../rules/further.ts";
import { judgeGrowth } from "../growth/judge.ts";
import { growthSamplesOf } from "../growth/samples.ts";
import { bottleneckOf, bottleneckWarnings } from "./bottleneck.ts";

/**
 * Makes the cell of a target in one scenario. Its rank is filled in later.
 * @param prior that of the scenario (`priorsOf`)
 */
export function cellOf(
  target: PooledTarget,
  scenario: string,
  rounds: readonly RoundRecord[],
  input: MergeInput,
  between: Between | null,
  prior: Prior,
): Cell {
  const verify = target.verify.find((record) => record.scenario === scenario);
  const good = rounds.filter((round) => round.void === null);
  const solo = soloMetrics(target, scenario, input.settings);
  const atRates = costMetrics(
    target.costs.filter((record) => record.scenario === scenario),
    input.settings,
    between,
  );
  const duets = input.settings.measure.includes("duets");
  const asked = duets
    ? statusOf(target, scenario, verify, rounds, good, input.settings)
    : (verifiedStatus(target, scenario, verify) ?? { status: "ok", reason: null });
  const status = withOthers(asked, solo, atRates, duets);
  const usable = duets && (asked.status === "ok" || asked.status === "limited");
  const { run } = target;
  const floor = isReference(run);
  const own = good.flatMap(({ sides }) => (sides ? [sides.new] : []));
  const { memory, startup } = processMetrics(own);
  // One round has no interval.
  const growth = usable && good.length > 1 ? judgeGrowth(growthSamplesOf(good), UNGATED) : null;
  const cpuPerRequest = usable ? median(own.map((side) => 1 / efficiency(side))) : null;
  const byDefinition = { ratio: 1, lo: 1, hi: 1, n: good.length, rounds: [] };
  const estimate = usable && !floor ? cellEstimate(good, between, prior) : null;
  const measured = estimate && measuredRatio(good, estimate);
  return {
    target: target.target,
    framework: run.framework,
    runtime: run.runtime,
    version: run.version,
    ...(run.against !== undefined && { against: run.against }),
    scenario,
    ...status,
    replayedFrom: replayedFrom(target, input),
    bottleneck: usable ? bottleneckOf(good) : null,
    ...(measured && kindsField(good)),
    floorBottleneck: usable ? bottleneckOf(good, "base") : null,
    // toNodeHttp is filled in once the bridges are known.
    efficiency: usable ? { toFloor: measured ?? byDefinition, toNodeHttp: null } : null,
    cpuPerRequest,
    requestsPerCpuSecond: cpuPerRequest === null ? null : 1 / cpuPerRequest,
    rank: null,
    tieGroup: [],
    smallestDetectable: estimate && detectable(estimate),
    sweep: solo.sweep,
    openLoop: solo.openLoop,
    cost: atRates.cost,
    memory: memory ?? solo.memory ?? atRates.memory,
    ...(growth && { growth }),
    startup: startup ?? solo.startup ?? atRates.startup,
    install: input.installed?.get(run.framework) ?? null,
    response: verify?.response ?? null,
    differences: verify?.differences ?? [],
    ...librariesOf(verify, run),
    warnings: [
      ...(estimate
        ? [...coldWarning(good), ...warningsOf(good), ...widthWarning(estimate)]
        : usable
          ? bottleneckWarnings(good)
          : []),
      ...solo.warnings,
      ...atRates.warnings,
      ...(status.status === "ok" || status.status === "limited" ? addonWarnings(run.addon) : []),
    ],
  };
}

/** The growth of a run has no gate. */
const UNGATED = { level: 0.05, limit: null, family: 1, last: true };

function replayedFrom(
  { run, instances }: PooledTarget,
  { currentRunId, currentInstance }: MergeInput,
): Cell["replayedFrom"] {
  if (currentRunId === null || run.runId === currentRunId) return null;
  const { runId, startedAt } = run;
  if (currentInstance === undefined) return { run: runId, startedAt };
  const other = instances.find(({ instance }) => instance !== currentInstance)?.instance;
  return { run: runId, startedAt, ...(other !== undefined && { instance: other }) };
}

type Status = Pick<Cell, "status" | "reason">;

function statusOf(
  target: PooledTarget,
  scenario: string,
  verify: VerifyRecord | undefined,
  rounds: readonly RoundRecord[],
  good: readonly RoundRecord[],
  settings: Settings,
): Status {
  const verified = verifiedStatus(target, scenario, verify);
  if (verified) return verified;
  const broken = rounds.find((round) => round.void !== null);
  if (broken) return { status: "failed", reason: `round ${broken.n}: ${broken.void}` };
  const planned = settings.rounds[rounds[0]?.role ?? "cell"];
  // A run that ended well has as many rounds as its time allowed.
  const whole = target.end?.status === "ok" ? Math.min(MINIMUM_ROUNDS, planned) : planned;
  if (good.length >= whole) return { status: "ok", reason: null };
  const reason = `${good.length} of ${planned} rounds: ${target.end?.reason ?? "interrupted"}`;
  return { status: good.length >= MINIMUM_ROUNDS ? "limited" : "failed", reason };
}

/** Returns the status if verification alone decides it, otherwise null. */
function verifiedStatus(
  target: PooledTarget,
  scenario: string,
  verify: VerifyRecord | undefined,
): Status | null {
  if (verify?.status === "unsupported") return { status: "unsupported", reason: verify.reason };
  // A wrong answer on any route disqualifies the target in every scenario. A failure with one store disqualifies it
  // only in the scenarios of that store.
  const wrong = target.verify.find(
    (record) =>
      record.status === "failed" && concerns(record.scenario, scenario, target.run.settings),
  );
  return wrong ? { status: "failed", reason: wrong.reason } : null;
}

/** Returns true if a failed check of one scenario also disqualifies another scenario. */
function concerns(checked: string, scenario: string, { services }: Settings): boolean {
  const store = storeOf(checked, services);
  return store === null || store === storeOf(scenario, services);
}

/** Returns `limited` for a cell whose duets are good and whose other measurements are incomplete. */
function withOthers(
  status: Status,
  { sweep, openLoop, ...solo }: SoloMetrics,
  atRates: CostMetrics,
  duets: boolean,
): Status {
  const problem = solo.problem ?? atRates.problem;
  if (problem === null || status.status === "failed" || status.status === "unsupported") {
    return status;
  }
  const any =
    duets ||
    hasCost(atRates) ||
    sweep.some((step) => step.requestsPerSecond !== null) ||
    openLoop.some((step) => step.p50 !== null);
  return { status: any ? "limited" : "failed", reason: status.reason ?? problem };
}

export function coldWarning(rounds: readonly RoundRecord[]): Warning[] {
  const cold = rounds.filter(isCold);
  const [first] = cold;
  if (!first?.warmup) return [];
  const { responses, new: next, base } = first.warmup;
  const least = next.responses < base.responses ? next : base;
  const server = least === next ? first.new : first.base;
  const { responses: served, seconds } = least;
  const facts = { rounds: cold.length, of: rounds.length };
  return [
    { code: "cold", facts: { ...facts, first: { server, served, requests: responses, seconds } } },
  ];
}

export function widthWarning(estimate: LogEstimate): Warning[] {
  const half = halfWidth(interval(estimate));
  if (half <= PROMISED_HALF_WIDTH) return [];
  return [{ code: "wide", facts: { half, detectable: detectable(estimate) } }];
}

/** A larger ratio says that the duets show nothing. */
const LARGEST = 10;

/** Returns the smallest ratio above 1 that these duets would probably have shown, or null if there is none. */
function detectable(estimate: LogEstimate): number | null {
  const ratio = smallestDetectable(estimate);
  return ratio < LARGEST ? ratio : null;
}

export function missingCell(missing: MissingCell): Cell {
  return {
    ...missing,
    replayedFrom: null,
    bottleneck: null,
    floorBottleneck: null,
    efficiency: null,
    cpuPerRequest: null,
    requestsPerCpuSecond: null,
    rank: null,
    tieGroup: [],
    smallestDetectable: null,
    sweep: [],
    openLoop: [],
    cost: null,
    memory: null,
    startup: null,
    response: null,
    differences: [],
    warnings: [],
  };
}

/** Returns the packages besides the framework that serve a cell: those that were verified, or the server of an exported app. */
function librariesOf(
  verify: VerifyRecord | undefined,
  { servedBy }: RunRecord,
): Pick<Cell, "libraries"> {
  if (verify?.libraries) return { libraries: verify.libraries };
  const server = servedBy?.new;
  return server && isPackage(server) ? { libraries: [server] } : {};
}

/** Returns true if the cell's interval is wider than the profile promises. */
export function isWide({ warnings }: Pick<Cell, "warnings">): boolean {
  return warnings.some(({ code }) => code === "wide");
}

export function addonWarnings(
  addon: { readonly copy: { readonly reason: string } | null } | null | undefined,
): Warning[] {
  return addon?.copy ? [{ code: "addon-copy", facts: { reason: addon.copy.reason } }] : [];
}
