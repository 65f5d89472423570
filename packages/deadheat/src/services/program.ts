import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  EnvironmentError,
  freePort,
  Interrupted,
  listens,
  spawnService,
  type Surroundings,
} from "@deadheat/measure";
import type { ProgramService } from "../config/services.ts";
import { sharedPlace, type RunningStore } from "./place.ts";

const READY_WITHIN_SECONDS = 60;
const POLL_MILLISECONDS = 50;

/**
 * Starts a program of the user's that all servers share, such as another service that they call.
 * @throws EnvironmentError with its last words, if it ends or does not listen; Interrupted
 */
export async function programStore(
  { command, port: variable, env, cwd }: ProgramService,
  { folder, prefix }: Surroundings,
  signal: AbortSignal,
): Promise<RunningStore> {
  const port = await freePort();
  const onPort = (text: string) => text.replaceAll("{port}", String(port));
  const home = join(folder.path, `program-${port}`);
  mkdirSync(home);
  const log = join(home, "log");
  const output = openSync(log, "a", 0o600);
  const name = command.join(" ");
  const server = spawnService(command.map(onPort), {
    name,
    prefix,
    cwd,
    env: { ...process.env, [variable]: String(port) },
    log: output,
  });
  closeSync(output);
  folder.guardProcess(server.pid);
  const deadline = performance.now() + READY_WITHIN_SECONDS * 1000;
  while (!(await listens(port, signal))) {
    const state = server.died();
    if (state === null && !signal.aborted && performance.now() < deadline) {
      await sleep(POLL_MILLISECONDS);
      continue;
    }
    await server.stop();
    if (signal.aborted) throw new Interrupted();
    const last = readFileSync(log, "utf8").trim().split("\n").slice(-5).join("\n");
    const why = state ?? `did not listen on ${variable} (${port}) within ${READY_WITHIN_SECONDS} s`;
    throw new EnvironmentError(`The service ${name} ${why}${last === "" ? "" : `: ${last}`}`);
  }
  const given = Object.entries(env).map(([key, value]) => [key, onPort(value)] as const);
  return {
    about: { name, version: "", source: "the configuration" },
    pid: server.pid,
    died: server.died,
    place: () => Promise.resolve(sharedPlace(Object.fromEntries(given))),
    stop: server.stop,
  };
}
