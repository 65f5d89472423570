import type { Load, Modes, Runtime, ServedBy, Warning } from "@deadheat/journal";
import type { Result } from "@deadheat/judge";
import type { describeMachine, Entrant, Exchange, Hold } from "@deadheat/measure";
import type { Oha } from "@deadheat/oha";
import type { BegunRun } from "@deadheat/runner";
import type { OpenRun } from "../folder/run-folder.ts";

/** A run before its plan: every server is ready to be started. */
export interface Running {
  readonly targets: readonly RunTarget[];
  readonly requests: readonly RunRequest[];
  readonly load: Load;
  readonly modes: Modes;
  /** As many rounds as fit, three at least; null if `blocks` decides. */
  readonly budgetSeconds: number | null;
  /** The blocks of each target with each request; null if the budget decides, or for the usual number. */
  readonly blocks: number | null;
  /** Half the width of the intervals, relative: cells that spread farther get further blocks. null: none do. */
  readonly until: number | null;
  /** How close to each other a dead heat is, relative. */
  readonly margin: number;
  /** A seed that the user asked for, which is a part of the store's key; null if the seed is drawn. */
  readonly seed: number | null;
  readonly folder: OpenRun;
  /** The interrupted run that this one completes; null if it is a new one. */
  readonly begun: BegunRun | null;
  /** The options of the user, which `--resume` needs. */
  readonly request: object;
  /** `force`: what the store holds is measured again. */
  readonly cache: "use" | "force";
  /** The whole environment of a floor besides its port. */
  readonly env: Readonly<Record<string, string>>;
  /** The sentences about the servers that a reader has to know. */
  readonly warnings?: readonly Warning[] | undefined;
  /** The commit of the user's folder; null if it is in no repository. */
  readonly git: Result["run"]["git"];
}

/** One of the servers that are ranked, or a floor. */
export interface RunTarget {
  /** `label/runtime`, each only once; the names of the floors are taken. */
  readonly name: string;
  /** The label. */
  readonly framework: string;
  readonly runtime: Runtime;
  /** The version of the package that is measured; empty if none is. */
  readonly version: string;
  readonly runtimeVersion: string;
  /** The server of an app that its file exports; null or absent for a server that listens by itself. */
  readonly servedBy?: ServedBy | null | undefined;
  /** The path of the runtime's program. The first target's program serves the floor of Bun, of Deno. */
  readonly program: string;
  /** A digest of all files that the server loads and of how it is started: the same one gives the same figures. */
  readonly content: string;
  /** True if all files are known, so that the journal may be kept. */
  readonly known: boolean;
  /** @param exchange what the run asks; the entrant's own `asks.response` goes before its response */
  readonly entrant: (exchange: Exchange) => Entrant;
}

export interface RunRequest {
  /** `GET /`, each only once. */
  readonly name: string;
  readonly exchange: Exchange;
}

/** The ground of a run: generator, machine, and where progress is printed. */
export interface Ground {
  readonly oha: Pick<Oha, "path" | "version" | "sha256">;
  readonly machine: ReturnType<typeof describeMachine>;
  readonly hold: Hold;
  readonly signal: AbortSignal;
  /** Prints one line of progress. */
  readonly note: (line: string) => void;
}
