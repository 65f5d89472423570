import { fileURLToPath } from "node:url";
import { wholeEnvironment } from "@deadheat/journal";
import type { Runtime } from "@deadheat/journal";
import type { Entrant } from "@deadheat/measure";
import type { Commit, FoundRuntime } from "@deadheat/versions";
import type { Startable, What } from "../plan/spec.ts";
import { withMovedPort, type MovedPort } from "./moved-port.ts";

/** One of two servers that are compared, with everything that is needed to start the server. */
export interface Side {
  readonly text: string;
  readonly kind: What["kind"];
  /** The name in records and messages: `hono@4.12.0/bun`. */
  readonly name: string;
  /** The version of the package that is compared; null if none is. */
  readonly version: string | null;
  readonly runtime: Runtime;
  readonly found: FoundRuntime;
  readonly program: Program;
  readonly cwd: string;
  /** The folder that the loaded files should lie in. */
  readonly root: string;
  /** The name of the package that is compared; null if none is. */
  readonly package: string | null;
  /** The path of the lockfile of the install; null if nothing was installed. */
  readonly lockfile: string | null;
  /** Whether the app is the one that deadheat has for the package. */
  readonly starter: boolean;
  /** The commit of the user's repository that is checked out elsewhere; null if the server is not a revision. */
  readonly revision: Commit | null;
  /**
   * The path of the server file from the root of that checkout, even if a placed copy has another name; null if the
   * server is not a file of a revision.
   */
  readonly app: string | null;
  /** Returns false if something has written to the code of its checkout since it was made ready. */
  readonly isUnchanged: () => Promise<boolean>;
  /** The names of the user's environment variables that the server gets. */
  readonly env: readonly string[];
  /** The names of the packages whose install scripts were allowed to run. */
  readonly scripts: readonly string[];
  /** The port that its code fixes; null if the server listens where it should. */
  readonly movedPort: MovedPort | null;
}

export type Program =
  | Startable
  | { readonly kind: "running"; readonly port: number; readonly pid: number | null };

/**
 * Returns the entrant that the engine starts for a side.
 * @param asks the exchange that the server must answer correctly when it is ready
 */
export function entrantOf(side: Side, asks: NonNullable<Entrant["asks"]>): Entrant {
  const { name, runtime, program, cwd } = side;
  const entrant: Entrant = {
    name,
    runtime,
    cwd,
    env: environment(side.env),
    asks,
    command: commandOf(side),
    ...(program.kind === "command" && { portVariable: program.portVariable }),
    ...(program.kind === "running" && { running: program }),
  };
  return withMovedPort(entrant, side.movedPort);
}

function commandOf({ program, runtime, found }: Side): readonly string[] {
  if (program.kind === "running") return [];
  if (program.kind === "command") return program.command;
  const runner = fileURLToPath(new URL("./runner.mjs", import.meta.url));
  const adapter = import.meta.resolve(`#adapter/${runtime}`);
  const options = runtime === "deno" ? ["run", "--quiet", "--no-prompt", "--allow-all"] : [];
  // On Bun and Deno, frameworks use Bun.serve and Deno.serve.
  const own = runtime === "node" ? [new URL("./framework-server.mjs", import.meta.url).href] : [];
  return [found.path, ...options, runner, program.file, adapter, ...own];
}

const KEPT = ["PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "DENO_DIR"];

/** Returns the environment of a server: the few variables that it needs, without secrets, and those allowed by name. */
export function environment(allowed: readonly string[]): Record<string, string> {
  const kept = [...KEPT, ...allowed].flatMap((name) => {
    const value = wholeEnvironment()[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    NODE_ENV: "production",
    NO_COLOR: "1",
    ...Object.fromEntries(kept),
    HOST: "127.0.0.1",
  };
}
