import type { LoadedCode, Trial } from "../provenance/trial.ts";
import { createHash } from "node:crypto";
import {
  duetsOnly,
  readRegular,
  type RunRecord,
  type Settings,
  EnvironmentError,
} from "@deadheat/journal";
import { thisInstance, type Pair } from "@deadheat/measure";
import { servedByOf } from "../ready/served-by.ts";
import { headerOf as recordFrom, settingsOf as settingsFrom } from "@deadheat/runner";
import type { Installed } from "../ready/installed.ts";
import type { Testbed } from "./testbed.ts";

/** Returns all settings that decide what a round is. */
export function settingsOf(
  { new: next, base }: Pair<Installed>,
  scenario: string,
  { load, machine, oha, isolation }: Pick<Testbed, "load" | "machine" | "oha" | "isolation">,
): Settings {
  const byRuntime = Map.groupBy([base, next], ({ runtime }) => runtime);
  const tools = [...byRuntime].map(([runtime, on]) => {
    const versions = [...new Set(on.map(({ found }) => found.version))];
    return [runtime, { version: versions.join(", "), sha256: "" }];
  });
  return settingsFrom({
    profile: "compare",
    scenarios: [scenario],
    rounds: { cell: 0, bridge: 0, aa: 0 },
    precision: null,
    withinSeconds: null,
    load,
    modes: duetsOnly,
    seed: null,
    isolation: isolation.mode,
    machine,
    oha,
    tools: Object.fromEntries(tools),
  });
}

export function headerOf(
  run: { readonly id: string; readonly seed: number; readonly startedAt: string },
  { new: next, base }: Pair<Trial>,
  settings: Settings,
): RunRecord {
  const { side } = next;
  return recordFrom({
    runId: run.id,
    target: side.name,
    framework: side.package ?? side.name,
    runtime: side.runtime,
    version: side.version ?? side.found.version,
    seed: run.seed,
    sources: { harness: "", floor: digestOf(base.side), app: digestOf(side) },
    instance: thisInstance(),
    loaded: { new: packagesOf(next), base: packagesOf(base) },
    servedBy: { new: servedByOf(next.served), base: servedByOf(base.served) },
    revisions: { new: revisionOf(next.side), base: revisionOf(base.side) },
    settings,
  });
}

export function revisionOf({ revision }: Installed): NonNullable<RunRecord["revisions"]>["new"] {
  if (revision === null) return null;
  const { id, head } = revision;
  return { commit: head ?? id, uncommitted: head !== undefined };
}

export function packagesOf({ loaded }: LoadedCode) {
  return loaded && [...loaded.packages];
}

/** A server that is bundled into one file has some megabytes. */
const LARGEST_FILE = 2 ** 29;

function digestOf({ program }: Installed): string {
  if (program.kind !== "file") return "";
  const content = readRegular(program.file, LARGEST_FILE);
  if (content === null) {
    throw new EnvironmentError(
      `${program.file} no longer exists, or is not a regular file. Leave it in place while it is measured`,
    );
  }
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}
