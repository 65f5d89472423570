import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort, listens, spawnService, untilReady, type Surroundings } from "@deadheat/measure";
import type { ProgramService } from "../config/services.ts";
import { sharedPlace, type RunningStore } from "./place.ts";

/**
 * Starts a program of the user's that all servers share, such as another service that they call.
 * @throws EnvironmentError with its last words, if it ends or does not listen; Interrupted
 */
export async function programStore(
  { command, port: variable, env, cwd }: ProgramService,
  around: Surroundings,
): Promise<RunningStore> {
  const port = await freePort();
  const onPort = (text: string) => text.replaceAll("{port}", String(port));
  const home = join(around.folder, `program-${port}`);
  mkdirSync(home);
  const name = command.join(" ");
  const server = spawnService(command.map(onPort), around, {
    name: `The service ${name}`,
    cwd,
    env: { ...process.env, [variable]: String(port) },
    log: join(home, "log"),
  });
  const attempt = async () => {
    if (await listens(port, around.signal)) return;
    throw new Error(`it does not listen on ${variable} (${port})`);
  };
  await untilReady(server, attempt, around.signal);
  const given = Object.entries(env).map(([key, value]) => [key, onPort(value)] as const);
  return {
    about: { name, version: "", source: "the configuration" },
    pid: server.pid,
    died: server.died,
    place: () => Promise.resolve(sharedPlace(Object.fromEntries(given))),
    stop: server.stop,
  };
}
