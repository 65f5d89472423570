import { scenarioNamed, scenarios as everyScenario } from "@deadheat/handlers";
import { UsageError, warmupOf, duetsOnly, type Load } from "@deadheat/journal";
import { MINIMUM_ROUNDS } from "@deadheat/judge";
import { defaultLoad, describeMachine, generatorCpus } from "@deadheat/measure";
import { matrixOf, presetNamed } from "../like/presets.ts";
import { discoverTargets, selectTargets } from "../targets/discover.ts";
import type { Target } from "../targets/manifest.ts";
import { calibrationDirectory } from "../targets/project.ts";
import { runtimeVersions } from "../targets/tools.ts";
import { buildPlan, withFloors } from "./build.ts";
import {
  deal,
  fit,
  longestShard,
  modesFor,
  parseShard,
  scaleRounds,
  type RunSize,
} from "@deadheat/runner";
import { profileNamed } from "./profiles.ts";
import type { RunRequest } from "./request.ts";

interface Matrix {
  readonly targets: readonly Target[];
  readonly scenarios: readonly string[];
}

/** Returns what a request means on this machine, before the runtimes and oha are inspected. @param shards the number of shards; the request's unless given */
export function selectionOf(
  asked: RunRequest,
  shards = asked.shard ? parseShard(asked.shard).total : 1,
) {
  const profile = profileNamed(asked.profile);
  const versions = runtimeVersions();
  const own = asked.calibration ? discoverTargets(versions, calibrationDirectory) : [];
  const all = [...discoverTargets(versions), ...own];
  const request = withPreset(asked, all);
  const chosen = selectTargets(all, request.targets ?? profile.targets);
  const scenarios = scenariosNamed(request.scenarios ?? profile.scenarios);
  const targets = withFloors(chosen, all);
  const machine = describeMachine(asked.parallel ?? (asked.calibration ? 1 : "most"));
  const { windowSeconds, warmupRequests } = request;
  const cpus = generatorCpus(machine.pinning);
  const usual = defaultLoad(cpus, windowSeconds ?? profile.windowSeconds);
  const load = warmupRequests == null ? usual : { ...usual, warmup: warmupOf(warmupRequests) };
  const modes = request.modes ? modesFor(request.modes, profile.name, profile.rounds) : duetsOnly;
  const { rounds, withinSeconds } = profile;
  const full = { rounds, modes, withinSeconds };
  const size = sizeOf(request, full, load, { targets, scenarios }, shards);
  return { request, profile, all, targets, scenarios, machine, load, size };
}

export type Selection = ReturnType<typeof selectionOf>;

function withPreset(request: RunRequest, all: readonly Target[]): RunRequest {
  const { like, targets, scenarios, rounds, budgetSeconds, modes } = request;
  if (like == null) return request;
  if (targets != null || scenarios != null) {
    throw new UsageError(
      "--like decides the targets and scenarios. Leave --targets and --scenarios out",
    );
  }
  const preset = presetNamed(like);
  const measure = modes?.measure ?? preset.measure;
  const connections = measure.includes("sweep") ? preset.connections : null;
  const quick = request.profile === "quick" && rounds == null ? preset.quickSeconds : null;
  return {
    ...request,
    ...matrixOf(preset, all),
    budgetSeconds: budgetSeconds ?? quick,
    modes: {
      rounds: null,
      stepSeconds: null,
      rate: null,
      ...modes,
      measure,
      connections: modes?.connections ?? connections,
    },
  };
}

function sizeOf(
  { rounds, budgetSeconds }: RunRequest,
  profile: RunSize,
  load: Load,
  matrix: Matrix,
  shards: number,
): RunSize {
  if (rounds != null && budgetSeconds != null) {
    throw new UsageError("Use --rounds or --budget, not both.");
  }
  if (rounds != null) {
    if (rounds < MINIMUM_ROUNDS) {
      throw new UsageError(
        `--rounds ${rounds}: an interval needs at least ${MINIMUM_ROUNDS} rounds`,
      );
    }
    const scaled = scaleRounds(profile.rounds, rounds);
    const { cost } = profile.modes;
    const scaledModes = { ...profile.modes, cost: cost && { ...cost, rounds: scaled } };
    return { rounds: scaled, modes: scaledModes, withinSeconds: null };
  }
  if (budgetSeconds == null) return profile;
  return fit(profile, (size) => secondsFor(matrix, size, load, shards), budgetSeconds);
}

/**
 * Returns the approximate seconds of a run of that size, or of its longest shard. Each shard runs on its own machine,
 * and each has the whole budget.
 */
export function secondsFor(
  { targets, scenarios }: Matrix,
  { rounds, modes }: Omit<RunSize, "withinSeconds">,
  load: Load,
  shards = 1,
): number {
  const plan = buildPlan(targets, scenarios, rounds, load, 0, modes);
  return shards === 1 ? plan.seconds : longestShard(deal(plan, shards));
}

/**
 * Returns the scenarios that words such as `text`, `large*` and `all` name.
 * @throws UsageError that lists the scenarios, if a word names none
 */
export function scenariosNamed(words: readonly string[]): string[] {
  const named = words.flatMap((word) => {
    const parts = word === "all" ? ["", ""] : word.split("*");
    const pattern = new RegExp(`^${parts.map((part) => RegExp.escape(part)).join(".*")}$`);
    const matching = everyScenario.map(({ name }) => name).filter((name) => pattern.test(name));
    if (matching.length > 0) return matching;
    try {
      return [scenarioNamed(word).name];
    } catch (error) {
      throw new UsageError((error as Error).message);
    }
  });
  return [...new Set(named)];
}
