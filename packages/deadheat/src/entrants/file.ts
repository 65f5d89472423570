import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Entrant } from "@deadheat/measure";
import type { FoundRuntime } from "./runtime.ts";
import type { Spec } from "./spec.ts";

/** What a server needs of the user's environment, and nothing that is a secret. */
const KEPT = ["PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "DENO_DIR"] as const;

/**
 * A server in a file, as the engine starts it: what the file exports by default is served by the adapter, and a
 * program that listens on PORT by itself is left to it.
 * @param cwd where it is started
 * @param asks what it answers rightly when it is ready
 */
export function entrantOf(
  { label, file, runtime }: Spec,
  { path }: FoundRuntime,
  cwd: string,
  asks: NonNullable<Entrant["asks"]>,
): Entrant {
  const runner = fileURLToPath(new URL("./runner.mjs", import.meta.url));
  const adapter = import.meta.resolve(`@deadheat/adapter/${runtime}`);
  const options = runtime === "deno" ? ["run", "--quiet", "--no-prompt", "--allow-all"] : [];
  return {
    name: label,
    runtime,
    command: [path, ...options, runner, file, adapter],
    cwd,
    env: environment(),
    asks,
  };
}

function environment(): Record<string, string> {
  const kept = KEPT.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    HOST: "127.0.0.1",
    NODE_ENV: "production",
    NO_COLOR: "1",
  };
}
