import { SCHEMA, runtimes, type Runtime, type RunRecord, type Settings } from "@deadheat/journal";
import { thisInstance } from "@deadheat/measure";
import { deadheatVersion } from "../version.ts";
import { plannedBlocks } from "./plan.ts";
import type { Enough } from "./rounds.ts";
import type { Ground, Running, RunTarget } from "./running.ts";

/**
 * Everything that decides what a block is.
 * @param servers whose runtimes take part: others are not told, so that they are no condition
 */
export function settingsOf(
  { requests, load, seed, budgetSeconds }: Running,
  enough: Enough,
  servers: readonly RunTarget[],
  { machine, oha }: Ground,
): Settings {
  const blocks = plannedBlocks(enough);
  const { pinning } = machine;
  const tools = runtimes.map((runtime) => [runtime, toolOf(runtime, servers)]);
  return {
    profile: "run",
    scenarios: requests.map(({ name }) => name),
    blocks: { cell: blocks, bridge: blocks, aa: blocks },
    precision: null,
    withinSeconds: budgetSeconds,
    load,
    seed,
    machine: {
      ...machine,
      pinning: { ...pinning, server: [...pinning.server], generators: [...pinning.generators] },
    },
    tools: {
      oha: { version: oha.version, sha256: oha.sha256 },
      ...(Object.fromEntries(tools) as Record<Runtime, { version: string; sha256: string }>),
    },
  };
}

function toolOf(name: Runtime, servers: readonly RunTarget[]) {
  const server = servers.find(({ runtime }) => runtime === name);
  return { version: server?.runtimeVersion ?? "not used", sha256: "" };
}

/** What stands above a target's blocks. */
export function headerOf(
  target: RunTarget,
  reference: RunTarget,
  running: Running,
  enough: Enough,
  seed: number,
  ground: Ground,
): RunRecord {
  // Of one runtime it is the floor's version that counts: the target's own is beside its name.
  const servers = { [target.runtime]: target, [reference.runtime]: reference };
  return {
    type: "run",
    schema: SCHEMA,
    runId: running.folder.id,
    startedAt: new Date().toISOString(),
    target: target.name,
    framework: target.framework,
    runtime: target.runtime,
    version: versionOf(target, reference),
    seed,
    taskHash: null,
    instance: thisInstance(),
    servedBy: { target: target.servedBy ?? null, reference: reference.servedBy ?? null },
    sources: { harness: OURS, floor: reference.content, app: target.content },
    settings: settingsOf(running, enough, Object.values(servers), ground),
  };
}

/** With its runtime's, where that is another one than its floor's. */
function versionOf({ version, runtime, runtimeVersion }: RunTarget, reference: RunTarget): string {
  const alike = runtime !== reference.runtime || runtimeVersion === reference.runtimeVersion;
  return [version, alike ? "" : `${runtime} ${runtimeVersion}`].filter(Boolean).join(", ");
}

const OURS = `deadheat ${deadheatVersion()}`;
