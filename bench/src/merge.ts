import { exact, interval, median, smallestDetectable, type LogEstimate } from "@deadheat/stats";
import {
  blockEstimate,
  isFloor,
  measuredRatio,
  unsteadiness,
  verdictOf,
  warningsOf,
} from "./analyse.ts";
import { frameworkSpreads } from "./framework-spread.ts";
import type { InstallSize } from "./install-size.ts";
import { floors, runtimes, type Runtime } from "./manifest.ts";
import { soloFigures, type SoloFigures } from "./merge-solo.ts";
import { addonWarnings } from "./measure/addon.ts";
import { tooShort } from "./measure/warm-up.ts";
import type { PooledTarget } from "./pool.ts";
import { rank, type Ranking } from "./ranking.ts";
import { isCold, type BlockRecord, type Side, type VerifyRecord } from "./record.ts";
import { halfWidth } from "./report/format.ts";
import { byCertainty } from "./report/known.ts";
import { RESULT_SCHEMA, type Cell, type Result, type Warning } from "./result.ts";
import type { Retired } from "./retired.ts";
import { modesOf, MINIMUM_BLOCKS, PROMISED_HALF_WIDTH, type RecordedSettings } from "./settings.ts";
import { runsOn, storeOf } from "./support.ts";

/** A cell of the plan that has no journal, and why. */
export interface MissingCell {
  readonly target: string;
  readonly framework: string;
  readonly runtime: Runtime;
  readonly version: string;
  readonly scenario: string;
  readonly status: "failed" | "unsupported";
  readonly reason: string;
}

export interface MergeInput {
  readonly run: Result["run"];
  readonly settings: RecordedSettings;
  /** Of a dead heat, relative. */
  readonly margin: number;
  readonly targets: readonly PooledTarget[];
  readonly missing: readonly MissingCell[];
  /** A cell with journals of another run only is replayed. Null: none is. */
  readonly currentRunId: string | null;
  /** What cannot be run any more: told of where its nearest living kin is. */
  readonly retired?: readonly Retired[];
  readonly warnings: readonly Warning[];
  /** What each framework takes on disk, where that is known. */
  readonly installed?: ReadonlyMap<string, InstallSize>;
}

/** One result from what journals hold. Pure: the same journals give the same result. */
export function merge(input: MergeInput): Result {
  const { targets, settings } = input;
  const cells = [
    ...targets.flatMap((target) => {
      const blocks = Map.groupBy(target.blocks, (block) => block.scenario);
      return settings.scenarios.map((scenario) =>
        cellOf(target, scenario, blocks.get(scenario) ?? [], input),
      );
    }),
    ...input.missing.map(missingCell),
  ];
  const bridges = targets.flatMap(bridgesOf);
  const differences: Result["differences"] = [];
  const byScenario = Map.groupBy(cells, (cell) => cell.scenario);
  for (const scenario of settings.scenarios) {
    const own = byScenario.get(scenario) ?? [];
    const ranking = rankScenario(own, bridges, scenario, input.margin);
    applyRanking(own, ranking);
    const { pairs, decided, deadHeats, undecided } = ranking;
    differences.push({ scenario, pairs, decided, deadHeats, undecided });
  }
  const noise = noiseOf(targets, settings);
  const { machine, tools } = settings;
  return {
    schema: RESULT_SCHEMA,
    run: input.run,
    machine,
    tools,
    services: settings.services ?? null,
    floors: { ...floors },
    bridges,
    noise,
    margin: input.margin,
    differences,
    cells: cells.toSorted(byRank(settings.scenarios)),
    spreads: frameworkSpreads(cells),
    retired: (input.retired ?? []).filter(({ retired }) =>
      cells.some((cell) => cell.target === retired.kin),
    ),
    warnings: [
      ...input.warnings,
      ...runWarnings(noise, settings),
      ...timeWarning(targets, settings),
      ...unsteadiness(targets.flatMap((target) => target.blocks)),
    ],
  };
}

function cellOf(
  target: PooledTarget,
  scenario: string,
  blocks: readonly BlockRecord[],
  input: MergeInput,
): Cell {
  const verify = target.verify.find((record) => record.scenario === scenario);
  const good = blocks.filter((block) => block.void === null);
  const solo = soloFigures(target, scenario, input.settings);
  const duets = modesOf(input.settings).measure.includes("duets");
  const asked = duets
    ? statusOf(target, scenario, verify, blocks, good, input.settings)
    : (verifiedStatus(target, scenario, verify) ?? { status: "ok", reason: null });
  const status = withSolo(asked, solo, duets);
  const usable = duets && (asked.status === "ok" || asked.status === "limited");
  const floor = isFloor(target.target);
  const own = good.flatMap(({ sides }) => (sides ? [sides.target] : []));
  const cpuPerRequest = usable ? median(own.map((side) => side.cpuSeconds / side.good)) : null;
  const { run } = target;
  const byDefinition = { ratio: 1, lo: 1, hi: 1, n: good.length, blocks: [] };
  const measured = usable && !floor ? measuredRatio(good) : null;
  return {
    target: target.target,
    framework: run.framework,
    runtime: run.runtime,
    version: run.version,
    scenario,
    ...status,
    replayedFrom:
      input.currentRunId === null || run.runId === input.currentRunId
        ? null
        : { run: run.runId, startedAt: run.startedAt },
    verdict: usable ? verdictOf(good) : null,
    // toNodeHttp is filled in when the bridges are known.
    efficiency: usable ? { toFloor: measured ?? byDefinition, toNodeHttp: null } : null,
    cpuPerRequest,
    requestsPerCpuSecond: cpuPerRequest === null ? null : 1 / cpuPerRequest,
    rank: null,
    tieGroup: [],
    smallestDetectable: measured ? detectable(good) : null,
    sweep: solo.sweep,
    openLoop: solo.openLoop,
    memory: memoryOf(own) ?? solo.memory,
    startup: startupOf(own) ?? solo.startup,
    install: input.installed?.get(run.framework) ?? null,
    response: verify?.response ?? null,
    differences: verify?.differences ?? [],
    warnings: [
      ...(measured
        ? [...coldWarning(good), ...warningsOf(good), ...widthWarning(measured, good)]
        : []),
      ...solo.warnings,
      ...(status.status === "ok" || status.status === "limited" ? addonWarnings(run.addon) : []),
    ],
  };
}

type Status = Pick<Cell, "status" | "reason">;

function statusOf(
  target: PooledTarget,
  scenario: string,
  verify: VerifyRecord | undefined,
  blocks: readonly BlockRecord[],
  good: readonly BlockRecord[],
  settings: RecordedSettings,
): Status {
  const verified = verifiedStatus(target, scenario, verify);
  if (verified) return verified;
  const broken = blocks.find((block) => block.void !== null);
  if (broken) return { status: "failed", reason: `block ${broken.n}: ${broken.void}` };
  const planned = settings.blocks[blocks[0]?.role ?? "cell"];
  // A journal that ended well has as many blocks as its time allowed.
  const whole = target.end?.status === "ok" ? Math.min(MINIMUM_BLOCKS, planned) : planned;
  if (good.length >= whole) return { status: "ok", reason: null };
  const reason = `${good.length} of ${planned} blocks: ${target.end?.reason ?? "interrupted"}`;
  return { status: good.length >= MINIMUM_BLOCKS ? "limited" : "failed", reason };
}

/** What `verify` decides alone; null where the figures decide. */
function verifiedStatus(
  target: PooledTarget,
  scenario: string,
  verify: VerifyRecord | undefined,
): Status | null {
  if (verify?.status === "unsupported") return { status: "unsupported", reason: verify.reason };
  // A target that answers one route wrongly is not the server that it claims to be. With a store that
  // goes as far as the store: what its service did has nothing to do with the rest.
  const wrong = target.verify.find(
    (record) => record.status === "failed" && concerns(record.scenario, scenario),
  );
  return wrong ? { status: "failed", reason: wrong.reason } : null;
}

/** Whether what failed in one check says something about a scenario. */
function concerns(checked: string, scenario: string): boolean {
  const store = storeOf(checked);
  return store === null || store === storeOf(scenario);
}

/** A cell whose duets are good and whose sweep is not has less than was asked for. */
function withSolo(
  status: Status,
  { problem, sweep, openLoop }: SoloFigures,
  duets: boolean,
): Status {
  if (problem === null || status.status === "failed" || status.status === "unsupported") {
    return status;
  }
  const any =
    duets ||
    sweep.some((step) => step.requestsPerSecond !== null) ||
    openLoop.some((step) => step.p50 !== null);
  return { status: any ? "limited" : "failed", reason: status.reason ?? problem };
}

/** Its ratio is that of servers that were still compiling. */
function coldWarning(blocks: readonly BlockRecord[]): Warning[] {
  const cold = blocks.filter(isCold);
  const [first] = cold;
  if (!first?.warmup) return [];
  const { answers, target, reference } = first.warmup;
  const least = target.answers < reference.answers ? target : reference;
  const name = least === target ? first.target : first.reference;
  const message =
    `cold: in ${cold.length} of ${blocks.length} blocks a server was measured before it was warm (${name} gave ` +
    `${least.answers} of ${answers} answers in ${least.seconds.toFixed(0)} s): no rank is given`;
  return [{ code: "cold", message }];
}

function widthWarning(
  toFloor: { ratio: number; lo: number; hi: number },
  blocks: readonly BlockRecord[],
): Warning[] {
  const half = halfWidth(toFloor);
  if (half <= PROMISED_HALF_WIDTH) return [];
  const could = detectable(blocks);
  const message =
    `wide: ± ${(100 * half).toFixed(1)} %` +
    (could === null
      ? ""
      : `; a difference below ${(100 * (could - 1)).toFixed(0)} % would probably have been missed`);
  return [{ code: "wide", message }];
}

/** The smallest difference that these duets would probably have shown; null: none would have done. */
function detectable(blocks: readonly BlockRecord[]): number | null {
  const ratio = smallestDetectable(blockEstimate(blocks));
  return Number.isFinite(ratio) ? ratio : null;
}

function memoryOf(sides: readonly Side[]): Cell["memory"] {
  const known = sides.flatMap((side) => side.memory ?? []);
  if (known.length === 0) return null;
  return { idle: median(known.map((m) => m.idle)), peak: median(known.map((m) => m.peak)) };
}

function startupOf(sides: readonly Side[]): Cell["startup"] {
  if (sides.length === 0) return null;
  return {
    ready: median(sides.map((side) => side.startup.ready)),
    firstByte: median(sides.map((side) => side.startup.firstByte)),
  };
}

/** The bridges that a floor's blocks are, one for each scenario; none of any other target. */
function bridgesOf({ target, blocks }: PooledTarget): Result["bridges"] {
  const good = blocks.filter((block) => block.role === "bridge" && block.void === null);
  return [...Map.groupBy(good, (block) => block.scenario)].flatMap(([scenario, own]) =>
    own.length < 2 ? [] : [{ floor: target, scenario, ...measuredRatio(own) }],
  );
}

function missingCell(missing: MissingCell): Cell {
  return {
    ...missing,
    replayedFrom: null,
    verdict: null,
    efficiency: null,
    cpuPerRequest: null,
    requestsPerCpuSecond: null,
    rank: null,
    tieGroup: [],
    smallestDetectable: null,
    sweep: [],
    openLoop: [],
    memory: null,
    startup: null,
    response: null,
    differences: [],
    warnings: [],
  };
}

function rankScenario(
  cells: readonly Cell[],
  bridges: Result["bridges"],
  scenario: string,
  margin: number,
): Ranking {
  const known = new Map<Runtime, LogEstimate>([["node", exact()]]);
  // A store of one runtime has no bridge and needs none: its floor is what its cells are ranked by.
  for (const runtime of runtimes) if (!runsOn(scenario, "node")) known.set(runtime, exact());
  for (const bridge of bridges) {
    const runtime = runtimes.find((r) => floors[r] === bridge.floor);
    if (runtime && bridge.scenario === scenario && !bridge.blocks.some(isCold)) {
      known.set(runtime, blockEstimate(bridge.blocks));
    }
  }
  const ranked = cells.flatMap((cell) => {
    if (cell.efficiency === null || !known.has(cell.runtime)) return [];
    const { blocks } = cell.efficiency.toFloor;
    if (blocks.some(isCold)) return [];
    const toFloor = isFloor(cell.target) ? exact() : blockEstimate(blocks);
    return [{ target: cell.target, runtime: cell.runtime, toFloor }];
  });
  return rank(ranked, known, margin);
}

function applyRanking(cells: readonly Cell[], ranking: Ranking): void {
  for (const cell of cells) {
    if (cell.efficiency === null) continue;
    const place = ranking.order.find((ranked) => ranked.target === cell.target);
    if (!place && cell.efficiency.toFloor.blocks.some(isCold)) continue;
    if (!place) {
      // Without a bridge there is no way to node-http/node: the cell cannot be ranked.
      cell.status = "limited";
      cell.reason ??= `the bridge of ${cell.runtime} could not be measured, or is cold`;
      cell.efficiency.toNodeHttp = null;
      continue;
    }
    const { ratio, lo, hi } = interval(place.toNodeHttp);
    cell.efficiency.toNodeHttp = runsOn(cell.scenario, "node") ? { ratio, lo, hi } : null;
    cell.rank = place.rank;
    cell.tieGroup = place.tieGroup;
  }
}

function noiseOf(targets: readonly PooledTarget[], settings: RecordedSettings): Result["noise"] {
  const all = targets.flatMap((target) => target.blocks);
  // A floor whose store has no bridge is alone with itself too: the machine's noise is node:http's.
  const own = all.filter((b) => b.role === "aa" && b.void === null && b.target === floors.node);
  const first = settings.scenarios.find((name) => own.some((b) => b.scenario === name));
  const aa = own.filter((b) => b.scenario === first);
  const typical = (name: "steal" | "foreign" | "pressure"): number | null => {
    const known = all.flatMap((block) => block.machine?.[name] ?? []);
    return known.length === 0 ? null : median(known);
  };
  return {
    aa: aa.length < 2 ? null : measuredRatio(aa),
    steal: typical("steal"),
    foreign: typical("foreign"),
    pressure: typical("pressure"),
  };
}

function runWarnings(noise: Result["noise"], settings: RecordedSettings): Warning[] {
  const warnings: Warning[] = [];
  const duets = modesOf(settings).measure.includes("duets");
  if (!duets) {
    // Nothing to hold against it: a server that is alone has no control.
  } else if (noise.aa === null) {
    const message = "the A/A row was not measured: nothing says how large this machine's error is";
    warnings.push({ code: "no-aa", message });
  } else if (noise.aa.lo > 1 || noise.aa.hi < 1) {
    const { lo, hi } = noise.aa;
    const message =
      `node-http/node against itself came out as ${lo.toFixed(3)} to ${hi.toFixed(3)}, without 1: ` +
      "this happens in one run of twenty; if it happens again, this machine misleads";
    warnings.push({ code: "aa-differs", message });
  }
  const { warmup } = settings.load;
  const short = warmup === undefined ? [] : tooShort(warmup);
  if (warmup === undefined) {
    const message =
      "its servers were warmed by the clock, as before 2026-11-23: on a slow core they were still compiling, and " +
      "the ratios then exaggerate what frameworks cost (docs/method.md)";
    warnings.push({ code: "warmed-by-clock", message });
  } else if (short.length > 0) {
    const message =
      `a warm-up of ${short.map((name) => `${warmup.answers[name]} answers on ${name}`).join(", ")} is too short: ` +
      "servers are still compiling, and slow ones look slower than they are";
    warnings.push({ code: "short-warm-up", message });
  }
  if (settings.ballast) {
    const message = `beside ${settings.ballast} processes that only spin on the servers' CPU, as asked`;
    warnings.push({ code: "ballast", message });
  }
  if (settings.machine.pinning.mode === "none") {
    const message = `servers and generators shared the CPUs: ${settings.machine.pinning.reason}`;
    warnings.push({ code: "not-pinned", message });
  } else if (duets && settings.machine.pinning.batch === false) {
    const message =
      "the servers of a duet interrupted each other, since chrt (package util-linux) is missing or " +
      "not allowed: ratios of servers that differ much are less certain than elsewhere";
    warnings.push({ code: "not-batch", message });
  }
  return warnings;
}

/** What a run that had only so much time could not reach. */
function timeWarning(
  targets: readonly PooledTarget[],
  { blocks: planned, withinSeconds }: RecordedSettings,
): Warning[] {
  if (withinSeconds === undefined || withinSeconds === null) return [];
  const counts = targets
    .filter(({ end }) => end?.status === "ok")
    .flatMap(({ blocks }) => [
      ...Map.groupBy(
        blocks.filter(({ role, void: problem }) => role === "cell" && problem === null),
        ({ scenario }) => scenario,
      ).values(),
    ])
    .map((own) => own.length);
  const least = Math.min(...counts);
  if (counts.length === 0 || least >= planned.cell) return [];
  const message =
    `its time allowed ${least} of the ${planned.cell} planned blocks of a cell: intervals are wider than they could be; ` +
    "a longer --budget narrows them";
  return [{ code: "short-time", message }];
}

/** By what is certain: a cell that nothing is known of is not first for being vague. */
function byRank(scenarios: readonly string[]) {
  const place = new Map(scenarios.map((scenario, i) => [scenario, i]));
  return (a: Cell, b: Cell): number =>
    (place.get(a.scenario) ?? 0) - (place.get(b.scenario) ?? 0) ||
    byCertainty(a, b) ||
    ratioOf(b) - ratioOf(a) ||
    (a.target < b.target ? -1 : 1);
}

/** What is left to sort a scenario's cells by. */
function ratioOf({ efficiency, scenario }: Cell): number {
  const ratio = runsOn(scenario, "node") ? efficiency?.toNodeHttp : efficiency?.toFloor;
  return ratio?.ratio ?? -1;
}
