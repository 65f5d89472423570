import { runtimeFacts } from "@deadheat/journal";
import type { Entrant } from "./entrant.ts";

/** Returns the entrant with a folder of deadheat's in which it may write, in its room too. */
export function writing(entrant: Entrant, folder: string): Entrant {
  const { room } = entrant;
  if (room === undefined) return entrant;
  return { ...entrant, room: { ...room, writable: [...(room.writable ?? []), folder] } };
}

/**
 * Returns the entrant with a module that each of its processes loads before its own code. The variables of all runtimes are
 * set, since any command may start the server. If its runtime has no such variable, the module is not loaded.
 * @param module the path of a CommonJS module
 * @param env the environment variables that the module reads
 */
export function preloaded(
  entrant: Entrant,
  module: string,
  env: Readonly<Record<string, string>>,
): Entrant {
  const preloads = Object.values(runtimeFacts).flatMap(({ preload }) =>
    preload === null
      ? []
      : [
          [
            preload.variable,
            `${entrant.env[preload.variable] ?? ""} ${preload.words(module)}`.trim(),
          ],
        ],
  );
  return { ...entrant, env: { ...entrant.env, ...env, ...Object.fromEntries(preloads) } };
}
