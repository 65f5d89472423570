import { availableParallelism } from "node:os";
import { Readable } from "node:stream";
import type { Io } from "deadheat/cli";
import { type Target } from "../targets/manifest.ts";
import { floors, type VerifyRecord, type Warning } from "@deadheat/journal";
import { addonWarnings } from "@deadheat/judge";
import { choosePinning, type Pinning } from "@deadheat/measure";
import { verifyTarget, type FloorResponses } from "./verify.ts";
import { printable } from "@deadheat/report/format";
import { warningWords } from "@deadheat/report/words";
import { startServices } from "../services/start.ts";

export type VerifiedCell = VerifyRecord & { readonly warnings: readonly Warning[] };

/** No pinning: nothing is measured, so a server may use any CPU. */
export const ANYWHERE: Pinning = {
  mode: "none",
  server: [],
  generators: [],
  reason: "nothing is measured",
};

/**
 * Checks every route of every target, and the routes of `scenarios`. Starts one server process for each target and each
 * way of starting it. Checks as many targets at once as there are CPUs.
 */
export async function verifyAll(
  targets: readonly Target[],
  all: readonly Target[],
  io: Io,
  scenarios: readonly string[],
): Promise<VerifiedCell[]> {
  const services = await startServices(scenarios, choosePinning(), io);
  const floorResponses: FloorResponses = new Map();
  const verify = async (target: Target): Promise<VerifiedCell[]> => {
    const floor = all.find((other) => other.name === floors[target.runtime]) ?? target;
    const found = await verifyTarget(target, floor, {
      scenarios,
      services: services?.description,
      addresses: services?.addresses,
      pinning: ANYWHERE,
      signal: io.signal,
      floorResponses,
    });
    const failed = found.filter((verdict) => verdict.status === "failed").length;
    const state = target.unsupported === null ? "ok" : "unsupported";
    io.note(`${target.name}: ${failed === 0 ? state : `${failed} of ${found.length} failed`}`);
    const warnings = addonWarnings(target.addon);
    return found.map((verdict) => ({ ...verdict, warnings }));
  };
  try {
    const concurrency = availableParallelism();
    return (await Readable.from(targets).map(verify, { concurrency }).toArray()).flat();
  } finally {
    await services?.stop();
  }
}

/** Returns a line for each failure, and the differences between each target and its floor. */
export function renderVerdicts(verdicts: readonly VerifiedCell[]): string {
  const lines: string[] = [];
  for (const [target, own] of Map.groupBy(verdicts, (verdict) => verdict.target)) {
    const reasons = new Set(own.map(({ reason }) => reason));
    if (own.every(({ status }) => status === "unsupported") && reasons.size === 1) {
      lines.push(`${target}: unsupported: ${own[0]?.reason ?? ""}`);
      continue;
    }
    const counts = (["ok", "failed", "unsupported"] as const).map(
      (status) => `${own.filter((one) => one.status === status).length} ${status}`,
    );
    lines.push(`${target}: ${counts.join(", ")}`);
    lines.push(...(own[0]?.warnings ?? []).map((one) => `  ! ${warningWords(one)}`));
    for (const { scenario, status, reason, differences } of own) {
      if (status !== "ok") lines.push(`  ${scenario}: ${status}: ${reason ?? ""}`);
      const shown = differences.map(
        (d) => `${d.name ?? "bytes"} ${d.target ?? "absent"} (floor: ${d.floor ?? "absent"})`,
      );
      if (shown.length > 0)
        lines.push(`  ${scenario}: differs from its floor: ${shown.join("; ")}`);
    }
  }
  const failed = verdicts.filter((verdict) => verdict.status === "failed").length;
  lines.push(`${verdicts.length} routes checked, ${failed} failed`);
  return `${lines.map(printable).join("\n")}\n`;
}
