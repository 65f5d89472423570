import { UsageError } from "@deadheat/journal";
import type { Io } from "deadheat/cli";
import type { Ran } from "deadheat/parts";
import { prepare } from "../plan/prepare.ts";
import type { RunOptions } from "../run/measure-run.ts";
import { queuePlace } from "./connection.ts";
import { startLocalFleet } from "./local.ts";
import { runFleet } from "./run.ts";

/** The most workers on this machine. They take turns, so more would only wait. */
const MOST_LOCAL = 16;

/**
 * Measures a run on the workers of a queue, or on workers that it starts on this machine.
 * @param queue the address; true for that of QUEUE_URL; null to start a queue and workers here
 * @throws UsageError, EnvironmentError, Interrupted
 */
export async function runOnFleet(
  { request, out, resume }: RunOptions,
  queue: string | true | null,
  workers: number | null,
  until: number | null,
  io: Io,
): Promise<Ran> {
  const options = { request, out, resume, until, workers: queue === null ? 1 : workers };
  if (queue !== null) return runFleet(options, queuePlace(queue), io);
  const count = workers ?? 1;
  if (count > MOST_LOCAL) {
    throw new UsageError(`--workers ${count}: at most ${MOST_LOCAL} can take turns on one machine`);
  }
  // Options that make no sense are refused before anything is cloned and installed.
  if (!resume) await prepare(request, io);
  const { place, broken, stop } = await startLocalFleet(count, io);
  try {
    return await runFleet(options, place, io, broken);
  } finally {
    await stop();
  }
}
