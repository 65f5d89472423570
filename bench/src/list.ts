import { floors, type Target } from "./manifest.ts";

/** One row of `deadheat list`. */
export interface Listed {
  readonly target: string;
  readonly framework: string;
  readonly runtime: string;
  readonly version: string | null;
  readonly status: "ready" | "missing";
  readonly reason: string | null;
  readonly scenarios: readonly string[];
}

export function listTargets(targets: readonly Target[]): Listed[] {
  return targets.map((target) => ({
    target: target.name,
    framework: target.framework,
    runtime: target.runtime,
    version: target.version,
    status: target.version === null ? "missing" : "ready",
    reason:
      target.version === null
        ? `the package ${target.manifest.package} is not installed: run \`npx -y pnpm@12.21.0 install\``
        : null,
    scenarios: target.scenarios,
  }));
}

export function renderList(rows: readonly Listed[]): string {
  const width = Math.max(...rows.map((row) => row.target.length));
  const lines = rows.map((row) => {
    const floor = Object.values(floors).includes(row.target) ? "  (floor)" : "";
    const state = row.status === "ready" ? row.scenarios.join(", ") : `missing: ${row.reason}`;
    return `${row.target.padEnd(width)}  ${(row.version ?? "-").padEnd(8)}  ${state}${floor}`;
  });
  return `${lines.join("\n")}\n${rows.length} targets\n`;
}
