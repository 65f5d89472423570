import type { Target } from "../src/targets/manifest.ts";
import type { ModesRequest } from "@deadheat/runner";

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
