import type { Prepared } from "./prepared.ts";
import { scenarioNamed } from "@deadheat/handlers";
import { obtainOha } from "@deadheat/oha";
import { fitToBudget, type RunSize } from "./budget.ts";
import { UsageError, warmupOf, type Load, type Settings, duetsOnly } from "@deadheat/journal";
import type { Io } from "deadheat/cli";
import { matrixOf, presetNamed } from "../like/presets.ts";
import { describeMachine, defaultLoad } from "@deadheat/measure";
import { type Target } from "../targets/manifest.ts";
import { discoverTargets, selectTargets } from "../targets/discover.ts";
import { calibrationDirectory } from "../targets/project.ts";
import { modesFor } from "./modes.ts";
import { withFloors } from "./build.ts";
import type { RunRequest } from "./request.ts";
import { MINIMUM_BLOCKS } from "@deadheat/judge";
import { profileNamed, scaleBlocks, type Profile } from "./profiles.ts";
import { inspectRuntimes, runtimeVersions } from "../targets/tools.ts";

/** Looks at the machine, finds or obtains what is needed, and fixes what every block will be. */
export async function prepare(asked: RunRequest, io: Io): Promise<Prepared> {
  const profile = profileNamed(asked.profile);
  const versions = runtimeVersions();
  const own = asked.calibration ? discoverTargets(versions, calibrationDirectory) : [];
  const all = [...discoverTargets(versions), ...own];
  const request = withPreset(asked, all);
  const chosen = selectTargets(all, request.targets ?? profile.targets);
  const scenarios = [...new Set(request.scenarios ?? profile.scenarios)];
  for (const name of scenarios) checkScenario(name);
  const targets = withFloors(chosen, all);

  const machine = describeMachine();
  const [oha, runtimes] = await Promise.all([
    obtainOha({ onProgress: (line) => io.note(line), signal: io.signal }),
    inspectRuntimes(),
  ]);
  const load = loadOf(request, profile, machine.pinning.generators.length);
  const modes = request.modes ? modesFor(request.modes, profile.name) : duetsOnly;
  const { blocks, withinSeconds } = profile;
  const size = sizeOf(request, { blocks, modes, withinSeconds }, load, targets, scenarios);
  const settings: Settings = {
    profile: profile.name,
    scenarios,
    blocks: size.blocks,
    // Who says how many blocks, or for how long, gets exactly that.
    precision: request.blocks === null && request.budgetSeconds === null ? profile.precision : null,
    withinSeconds: size.withinSeconds,
    ...(request.ballast ? { ballast: request.ballast } : {}),
    load,
    measure: [...size.modes.measure],
    sweep: size.modes.sweep,
    latency: size.modes.latency,
    seed: request.seed,
    machine: {
      ...machine,
      pinning: {
        ...machine.pinning,
        server: [...machine.pinning.server],
        generators: [...machine.pinning.generators],
      },
    },
    tools: {
      oha: { version: oha.version, sha256: oha.sha256 },
      node: versionAndHash(runtimes.node),
      bun: versionAndHash(runtimes.bun),
      deno: versionAndHash(runtimes.deno),
    },
  };
  const like = request.like ?? null;
  return { all, targets, settings, ohaPath: oha.path, addresses: {}, like };
}

/** What a published benchmark's matrix leaves open is as asked for. */
function withPreset(request: RunRequest, all: readonly Target[]): RunRequest {
  const { like, targets, scenarios, blocks, budgetSeconds, modes } = request;
  if (like === undefined || like === null) return request;
  if (targets !== null || scenarios !== null) {
    throw new UsageError("--like says which targets and scenarios: leave those options out");
  }
  const preset = presetNamed(like);
  const measure = modes?.measure ?? preset.measure;
  const connections = measure.includes("sweep") ? preset.connections : null;
  const sized = blocks !== null || (modes?.rounds ?? null) !== null;
  const quick = request.profile === "quick" && !sized ? preset.quickSeconds : null;
  return {
    ...request,
    ...matrixOf(preset, all),
    budgetSeconds: budgetSeconds ?? quick,
    modes: {
      rounds: modes?.rounds ?? null,
      stepSeconds: modes?.stepSeconds ?? null,
      rate: modes?.rate ?? null,
      measure,
      connections: modes?.connections ?? connections,
    },
  };
}

function loadOf(request: RunRequest, profile: Profile, generatorCpus: number): Load {
  const load = defaultLoad(generatorCpus, request.windowSeconds ?? profile.windowSeconds);
  if (request.warmupAnswers === null) return load;
  return { ...load, warmup: warmupOf(request.warmupAnswers) };
}

function sizeOf(
  { blocks, budgetSeconds, modes }: RunRequest,
  profile: RunSize,
  load: Load,
  targets: readonly Target[],
  scenarios: readonly string[],
): RunSize {
  if ((blocks !== null || modes?.rounds) && budgetSeconds !== null) {
    throw new UsageError("give --blocks and --rounds, or --budget: one decides the other");
  }
  if (blocks !== null && blocks < MINIMUM_BLOCKS) {
    throw new UsageError(`--blocks ${blocks}: an interval needs at least ${MINIMUM_BLOCKS}`);
  }
  if (blocks !== null) {
    return { ...profile, blocks: scaleBlocks(profile.blocks, blocks), withinSeconds: null };
  }
  if (budgetSeconds === null) return profile;
  return fitToBudget(profile, { targets, scenarios }, load, budgetSeconds);
}

export function checkScenario(name: string): void {
  try {
    scenarioNamed(name);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function versionAndHash({ version, sha256 }: { version: string; sha256: string }) {
  return { version, sha256 };
}
