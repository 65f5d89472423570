import { availableParallelism } from "node:os";
import { Readable } from "node:stream";
import type { Io } from "deadheat/cli";
import { type Target } from "../targets/manifest.ts";
import { floors, type VerifyRecord, type Warning } from "@deadheat/journal";
import { addonWarnings } from "@deadheat/judge";
import { choosePinning, type Pinning } from "@deadheat/measure";
import { verifyTarget, type FloorResponses } from "./verify.ts";
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
  const used = scenarios.filter((name) => targets.some((one) => one.scenarios.includes(name)));
  const services = await startServices(used, choosePinning(), io);
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
