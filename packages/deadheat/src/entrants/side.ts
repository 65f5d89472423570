import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Runtime } from "@deadheat/journal";
import type { Entrant } from "@deadheat/measure";
import type { Commit, FoundRuntime } from "@deadheat/versions";

/** One of the two that are compared: all that it takes to start it. */
export interface Side {
  /** As the user has written it. */
  readonly text: string;
  readonly kind: "file" | "command" | "package" | "revision" | "running";
  /** As records and messages call it: `hono@4.12.0/bun`. */
  readonly name: string;
  /** Of what is compared: a package's; null where it has none. */
  readonly version: string | null;
  readonly runtime: Runtime;
  readonly found: FoundRuntime;
  readonly program: Program;
  /** Where it is started. */
  readonly cwd: string;
  /** What it loads is to lie in here. */
  readonly root: string;
  /** The package that is compared, by its name; null where none is. */
  readonly package: string | null;
  /** Of what was installed for it; null where nothing was. */
  readonly lockfile: string | null;
  /** Whether its app is the one that is there for its package. */
  readonly starter: boolean;
  /** The commit of the user's own repository, of which this is a checkout elsewhere; null for what is no revision. */
  readonly revision: Commit | null;
  /** The path of the server's file in that checkout, from its root, whatever a placed copy is called; null if none is. */
  readonly app: string | null;
  /** Environment variables of the user's that it gets, by their names. */
  readonly env: readonly string[];
}

export type Program =
  /** What it exports by default is served, or it listens on PORT by itself. */
  | { readonly kind: "file"; readonly file: string }
  /** Words, without a shell; `{port}` in one is the port. */
  | {
      readonly kind: "command";
      readonly command: readonly string[];
      /** The environment variable that carries the port. */
      readonly portVariable: string;
    }
  | { readonly kind: "running"; readonly port: number; readonly pid: number | null };

/**
 * A side as the engine starts it.
 * @param asks what it answers rightly when it is ready
 */
export function entrantOf(side: Side, asks: NonNullable<Entrant["asks"]>): Entrant {
  const { name, runtime, program, cwd } = side;
  return {
    name,
    runtime,
    cwd,
    env: environment(side.env),
    asks,
    command: commandOf(side),
    ...(program.kind === "command" && { portVariable: program.portVariable }),
    ...(program.kind === "running" && { running: program }),
  };
}

function commandOf({ program, runtime, found }: Side): readonly string[] {
  if (program.kind === "running") return [];
  if (program.kind === "command") return program.command;
  const runner = fileURLToPath(new URL("./runner.mjs", import.meta.url));
  const adapter = import.meta.resolve(`@deadheat/adapter/${runtime}`);
  const options = runtime === "deno" ? ["run", "--quiet", "--no-prompt", "--allow-all"] : [];
  // Bun.serve and Deno.serve are what frameworks use there.
  const own = runtime === "node" ? [new URL("./framework-server.mjs", import.meta.url).href] : [];
  return [found.path, ...options, runner, program.file, adapter, ...own];
}

const KEPT = ["PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "DENO_DIR"];

/** What a server needs of the user's environment, and nothing that is a secret, besides what is allowed by name. */
export function environment(allowed: readonly string[]): Record<string, string> {
  const kept = [...KEPT, ...allowed].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    NODE_ENV: "production",
    NO_COLOR: "1",
    ...Object.fromEntries(kept),
    HOST: "127.0.0.1",
  };
}
