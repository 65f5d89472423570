import { randomUUID } from "node:crypto";
import { existsSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { attempt, fileCommand, type Runtime } from "@deadheat/journal";
import type { Entrant } from "@deadheat/measure";
import { pathOf, type Commit, type FoundRuntime } from "@deadheat/versions";
import { ComparisonFailed } from "../errors.ts";
import type { Startable, What } from "../plan/spec.ts";
import { variablesOf } from "../plan/variables.ts";
import type { ServerData } from "../services/services.ts";
import { withMovedPort, type MovedPort } from "./moved-port.ts";
import { roomOf } from "./room.ts";

/** A server on this machine, installed, checked out or found, with everything that is needed to start it. */
export interface Installed {
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
  /** The versions of the project's other packages that fit the compared one's, by name. */
  readonly alongside: Readonly<Record<string, string>>;
  /** The path of the lockfile of the install; null if nothing was installed. */
  readonly lockfile: string | null;
  /** Whether the app is the one that deadheat has for the package. */
  readonly starter: boolean;
  /** Whether the user's project was built with the package, which the build may contain. */
  readonly built: boolean;
  /** The commit of the user's repository that is checked out elsewhere; null if the server is not a revision. */
  readonly revision: Commit | null;
  /** The commit whose checkout it is a changed copy of; absent unless it is one. */
  readonly copyOf?: Commit | null;
  /**
   * The path of the server file from the root of that checkout, even if a placed copy has another name; null if the
   * server is not a file of a revision.
   */
  readonly app: string | null;
  /** Returns false if something has written to the code of its checkout or install since it was made ready. */
  readonly isUnchanged: () => Promise<boolean>;
  /** The user's environment variables that the server gets. */
  readonly env: Readonly<Record<string, string>>;
  /** A folder for PATH that has the package manager of its revision; null if PATH has it already. */
  readonly programs: string | null;
  /** The names of the packages whose install scripts were allowed to run. */
  readonly scripts: readonly string[];
  /** The port that its code fixes; null if the server listens where it should. */
  readonly movedPort: MovedPort | null;
  /** The server's own data in the services of the run; absent without services. */
  readonly data?: ServerData;
  /** The seconds within which it must be ready; null for the usual time. */
  readonly readySeconds: number | null;
  /** The folders in which the server writes for good. None unless given. */
  readonly writable?: readonly string[];
}

export type Program =
  | Startable
  | { readonly kind: "running"; readonly port: number; readonly pid: number | null };

/**
 * Returns the entrant that the engine starts for a side.
 * @param asks the exchange that the server must answer correctly when it is ready
 */
export function entrantOf(side: Installed, asks: NonNullable<Entrant["asks"]>): Entrant {
  const { name, runtime, program, cwd, readySeconds, data } = side;
  const entrant: Entrant = {
    name,
    runtime,
    cwd,
    env: { ...environment(side.env), ...ownVariables(side), ...data?.env },
    asks,
    command: commandOf(side),
    ...(program.kind !== "running" && { room: roomOf(side) }),
    ...(readySeconds !== null && { readySeconds }),
    ...(program.kind === "command" && { portVariable: program.portVariable }),
    ...(program.kind === "running" && { running: program }),
    ...(data && { prepare: data.restore, explain: data.explain }),
  };
  return withMovedPort(entrant, side.movedPort);
}

/**
 * Returns the variables that the user sets for a server, and a PATH with which programs that a wrapper starts by name run on
 * the same runtime, and the package manager of its revision is found.
 */
export function ownVariables({
  program,
  found,
  programs,
}: Pick<Installed, "program" | "found" | "programs">): Record<string, string> {
  const own = program.kind === "command" ? program.env : {};
  return { ...own, ...pathOf(found, programs === null ? [] : [programs]) };
}

function commandOf({ program, runtime, found, cwd, root }: Installed): readonly string[] {
  if (program.kind === "running") return [];
  if (program.kind === "command") {
    const [word = "", ...args] = program.command;
    return [word === runtime ? found.path : (binOf(word, cwd, root) ?? word), ...args];
  }
  const runner = fileURLToPath(new URL("./runner.mjs", import.meta.url));
  const adapter = import.meta.resolve(`#adapter/${runtime}`);
  // On Bun and Deno, frameworks use Bun.serve and Deno.serve.
  const own = runtime === "node" ? [new URL("./framework-server.mjs", import.meta.url).href] : [];
  return fileCommand(runtime, found.path, [runner, program.file, adapter, ...own]);
}

/**
 * @param out the folder of the run. Its journals are renamed in that case, so that nothing goes on with their rounds.
 * @throws ComparisonFailed if something has written to the code of a server: nobody knows what was measured then
 */
export async function requireUnchanged(sides: readonly Installed[], out: string): Promise<void> {
  for (const { name, isUnchanged } of new Set(sides)) {
    if (await isUnchanged()) continue;
    attempt(() => renameSync(join(out, "journal"), join(out, `withdrawn-${randomUUID()}`)));
    throw new ComparisonFailed(
      `${name}: its code was changed while the servers were measured, so there is no verdict. A server must not write to ` +
        "its own code, nor to that of the other one.",
    );
  }
}

/** Returns the path of a program of the project's own packages; null if it has none of this name. */
function binOf(name: string, cwd: string, root: string): string | null {
  if (/[/\\]/.test(name)) return null;
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, "node_modules/.bin", name);
    if (existsSync(path)) return path;
    if (folder === root || folder === dirname(folder)) return null;
  }
}

const KEPT = ["PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "DENO_DIR"];

/** Returns the environment of a server: the few variables that it needs, without secrets, and those that the user allows. */
export function environment(allowed: Readonly<Record<string, string>>): Record<string, string> {
  return {
    NODE_ENV: "production",
    NO_COLOR: "1",
    // Next.js's standalone server listens on this address, and without it on all of them.
    HOSTNAME: "127.0.0.1",
    ...variablesOf(KEPT),
    ...allowed,
    HOST: "127.0.0.1",
  };
}
