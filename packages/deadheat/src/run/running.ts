import type { Load, Runtime, ServedBy, Warning } from "@deadheat/journal";
import type { Result } from "@deadheat/judge";
import type { describeMachine, Entrant, Exchange, Hold } from "@deadheat/measure";
import type { Oha } from "@deadheat/oha";
import type { OpenRun } from "../folder/run-folder.ts";

/** What a run measures, ready to be started. */
export interface Running {
  readonly targets: readonly RunTarget[];
  readonly requests: readonly RunRequest[];
  readonly load: Load;
  /** As many rounds as fit, three at least; null: `blocks` decides. */
  readonly budgetSeconds: number | null;
  /** Of each target with each request; null: as the budget allows, or the usual number. */
  readonly blocks: number | null;
  /** Of a dead heat, relative. */
  readonly margin: number;
  /** That the user asked for, which makes it part of the cache's key; null: one is drawn. */
  readonly seed: number | null;
  readonly folder: OpenRun;
  /** `force`: what the cache holds is measured anew. */
  readonly cache: "use" | "force";
  /** All of a floor's environment besides its port. */
  readonly env: Readonly<Record<string, string>>;
  /** What a reader has to know of its servers. */
  readonly warnings?: readonly Warning[] | undefined;
  /** Of the user's folder; null where it is in no repository. */
  readonly git: Result["run"]["git"];
}

/** One of those that are ranked; a floor is one too. */
export interface RunTarget {
  /** `label/runtime`, each only once; those of the floors are taken. */
  readonly name: string;
  /** The label. */
  readonly framework: string;
  readonly runtime: Runtime;
  /** Of what is measured: a package's; empty where it has none. */
  readonly version: string;
  readonly runtimeVersion: string;
  /** What serves an app that its file exports; null or missing for a server that listens by itself. */
  readonly servedBy?: ServedBy | null | undefined;
  /** Path of the runtime's program: the first target's serves the floor of Bun, of Deno. */
  readonly program: string;
  /** A digest of all that it loads and of how it is started: the same one gives the same figures. */
  readonly content: string;
  /** @param exchange what the run asks; the entrant's own `asks.response` goes before its response */
  readonly entrant: (exchange: Exchange) => Entrant;
}

export interface RunRequest {
  /** `GET /`, each only once. */
  readonly name: string;
  readonly exchange: Exchange;
}

/** What a run stands on. */
export interface Ground {
  readonly oha: Pick<Oha, "path" | "version" | "sha256">;
  readonly machine: ReturnType<typeof describeMachine>;
  readonly hold: Hold;
  readonly signal: AbortSignal;
  /** One line of progress for people. */
  readonly note: (line: string) => void;
}
