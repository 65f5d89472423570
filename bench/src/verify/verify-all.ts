import { availableParallelism } from "node:os";
import type { Io } from "deadheat/cli";
import { type Target } from "../targets/manifest.ts";
import { floors, type Warning } from "@deadheat/journal";
import { addonWarnings } from "@deadheat/judge";
import { choosePinning, type Pinning } from "@deadheat/measure";
import { verifyScenarios } from "./verify-scenarios.ts";
import { verifyTarget, type FloorAnswers, type Verdict } from "./verify.ts";
import { printable } from "@deadheat/report/format";
import { startServices } from "../services/start.ts";

/** The verdict on a route, with the warnings about its target. */
export interface VerifiedCell extends Verdict {
  readonly warnings: readonly Warning[];
}

/** No pinning: nothing is measured, so a server may use any CPU. */
const ANYWHERE: Pinning = {
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
  const floorAnswers: FloorAnswers = new Map();
  const verify = async (target: Target): Promise<VerifiedCell[]> => {
    const floor = all.find((other) => other.name === floors[target.runtime]) ?? target;
    const found = [
      ...(await verifyTarget(target, floor, ANYWHERE, io.signal, floorAnswers)),
      ...(await verifyScenarios(target, floor, {
        scenarios,
        services: services?.description,
        addresses: services?.addresses,
        pinning: ANYWHERE,
        signal: io.signal,
        floorAnswers,
      })),
    ];
    const failed = found.filter((verdict) => verdict.status === "failed").length;
    const state = target.unsupported === null ? "ok" : "unsupported";
    io.note(`${target.name}: ${failed === 0 ? state : `${failed} of ${found.length} failed`}`);
    const warnings = addonWarnings(target.addon);
    return found.map((verdict) => ({ ...verdict, warnings }));
  };
  try {
    return (await inParallel(targets, availableParallelism(), verify)).flat();
  } finally {
    await services?.stop();
  }
}

/** Returns the results of `work` in the order of `items`. Runs `width` items at once. */
async function inParallel<T, U>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<U>,
): Promise<U[]> {
  const results: U[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [i, item] of queue) results[i] = await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

/** Returns a line for each failure, and the differences between each target and its floor. */
export function renderVerdicts(verdicts: readonly VerifiedCell[]): string {
  const lines: string[] = [];
  for (const target of new Set(verdicts.map((verdict) => verdict.target))) {
    const own = verdicts.filter((verdict) => verdict.target === target);
    const reasons = new Set(own.map(({ reason }) => reason));
    if (own.every(({ status }) => status === "unsupported") && reasons.size === 1) {
      lines.push(`${target}: unsupported: ${printable(own[0]?.reason ?? "")}`);
      continue;
    }
    const count = (status: Verdict["status"]) => own.filter((v) => v.status === status).length;
    lines.push(
      `${target}: ${count("ok")} ok, ${count("failed")} failed, ${count("unsupported")} unsupported`,
    );
    for (const { message } of own[0]?.warnings ?? []) lines.push(`  ! ${printable(message)}`);
    for (const { scenario, status, reason, differences } of own) {
      if (status !== "ok") lines.push(`  ${scenario}: ${status}: ${printable(reason ?? "")}`);
      if (differences.length > 0) {
        const shown = differences.map(
          (d) => `${d.name ?? "bytes"} ${d.target ?? "absent"} (floor: ${d.floor ?? "absent"})`,
        );
        lines.push(`  ${scenario}: differs from its floor: ${printable(shown.join("; "))}`);
      }
    }
  }
  const failed = verdicts.filter((verdict) => verdict.status === "failed").length;
  lines.push(`${verdicts.length} routes checked, ${failed} failed`);
  return `${lines.join("\n")}\n`;
}
