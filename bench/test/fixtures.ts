import type { Target } from "../src/targets/manifest.ts";
import type { JournalRecord, Modes } from "@deadheat/journal";
import { fit, modesFor, type ModesRequest, type RunSize } from "@deadheat/runner";
import { profileNamed } from "../src/plan/profiles.ts";
import { secondsFor } from "../src/plan/selection.ts";

export * from "../../packages/journal/test/scratch.ts";
export * from "../../packages/journal/test/records.ts";
export * from "../../packages/judge/test/results.ts";

/** A request that leaves all measures open. */
export const nothing: ModesRequest = {
  measure: null,
  connections: null,
  rounds: null,
  stepSeconds: null,
  rate: null,
};

/** Returns the end of a whole journal. */
export function endRecord(): JournalRecord & { readonly type: "end" } {
  return { type: "end", finishedAt: "2026-11-21T10:01:00.000Z", status: "ok", reason: null };
}

/** Returns the modes of a request, of which a profile decides the rest. */
export function modesOf(request: Partial<ModesRequest>, profile = "quick"): Modes {
  return modesFor({ ...nothing, ...request }, profile, profileNamed(profile).rounds);
}

/** Returns the size that fits into a budget, as a run chooses it. */
export function fitToBudget(
  size: RunSize,
  cells: Parameters<typeof secondsFor>[0],
  on: Parameters<typeof secondsFor>[2],
  budgetSeconds: number,
  shards = 1,
): RunSize {
  return fit(size, (one) => secondsFor(cells, one, on, shards), budgetSeconds);
}

export function target(name: string, changes: Partial<Target> = {}): Target {
  const [framework, runtime] = name.split("/") as [string, Target["runtime"]];
  return {
    name,
    framework,
    runtime,
    directory: `/nowhere/${framework}`,
    entry: "src/main.ts",
    manifest: {
      framework,
      package: null,
      homepage: "https://example.org",
      runtimes: [runtime],
      scenarios: "all",
    },
    version: "1.2.3",
    unsupported: null,
    addon: null,
    scenarios: ["text", "json", "params", "echo"],
    lacks: {},
    ...changes,
  };
}
