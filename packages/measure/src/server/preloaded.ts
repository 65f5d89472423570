import type { Entrant } from "./entrant.ts";

/** Returns the entrant with a folder of deadheat's in which it may write, in its room too. */
export function writing(entrant: Entrant, folder: string): Entrant {
  const { room } = entrant;
  if (room === undefined) return entrant;
  return { ...entrant, room: { ...room, writable: [...(room.writable ?? []), folder] } };
}

/**
 * Returns the entrant with a module that each of its processes loads before its own code. Node and Deno (since 2.6.8,
 * denoland/deno#31949) preload the modules that NODE_OPTIONS requires. Bun (1.3, but not 1.2.0) preloads those in
 * BUN_OPTIONS. Both variables reach each process of the server, whichever command starts it. If a runtime supports
 * neither, the module is not loaded.
 * @param module the path of a CommonJS module
 * @param env the environment variables that the module reads
 */
export function preloaded(
  entrant: Entrant,
  module: string,
  env: Readonly<Record<string, string>>,
): Entrant {
  const { NODE_OPTIONS = "", BUN_OPTIONS = "" } = entrant.env;
  return {
    ...entrant,
    env: {
      ...entrant.env,
      ...env,
      // The runtimes split these variables in different ways. With these quotes, both accept paths with spaces.
      NODE_OPTIONS: `${NODE_OPTIONS} --require ${JSON.stringify(module)}`.trim(),
      BUN_OPTIONS: `${BUN_OPTIONS} ${JSON.stringify(`--preload=${module}`)}`.trim(),
    },
  };
}
