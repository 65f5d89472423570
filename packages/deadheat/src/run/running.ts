import type { Load, Modes, Runtime, VerifyRecord, Warning } from "@deadheat/journal";
import type { HistoryFacts, InstallSize, MissingCell, Result } from "@deadheat/judge";
import type { Entrant, Exchange } from "@deadheat/measure";
import type { BegunRun, RunFolder } from "@deadheat/runner";

/** A run before its plan: every server is ready to be started. */
export interface Running {
  readonly targets: readonly RunTarget[];
  readonly requests: readonly RunRequest[];
  readonly load: Load;
  readonly modes: Modes;
  /** The time for as many passes as fit, but at least three; null if there is no budget. */
  readonly budgetSeconds: number | null;
  /** The rounds of each target with each request; null for the budget's number or the default. */
  readonly rounds: number | null;
  /** The relative half-width of intervals; cells with wider ones get further rounds. null if no cell gets further rounds. */
  readonly until: number | null;
  readonly margin: number;
  /** The seed that the user gave, which is part of the store's key; null if the seed is drawn. */
  readonly seed: number | null;
  readonly folder: RunFolder;
  /** The interrupted run that this one completes; null if it is a new one. */
  readonly begun: BegunRun | null;
  /** The options of the user, which `--resume` needs. */
  readonly request: object;
  /** `force` if journals in the store are not used. */
  readonly cache: "use" | "force";
  /** The whole environment of a floor, except for its port. */
  readonly env: Readonly<Record<string, string>>;
  readonly warnings?: readonly Warning[] | undefined;
  /** The versions of a history, each of which names its reference. Absent if the targets are measured against the floors. */
  readonly history?: HistoryFacts | undefined;
  /** The name of the profile; that of the command unless given. */
  readonly profile?: string | undefined;
  /** The installed sizes by framework, if known. */
  readonly installed?: ReadonlyMap<string, InstallSize> | undefined;
  /** The cells of targets that could not be made ready, with the reasons. */
  readonly missing?: readonly MissingCell[] | undefined;
  /** Receives the approximate time before the first round. */
  readonly announce?: ((seconds: number, passes: number) => void) | undefined;
  /** Throws if something has written to the code of a server. */
  readonly verify?: (() => Promise<void>) | undefined;
  /** The commit of the user's folder; null if it is in no repository. */
  readonly git: Result["run"]["git"];
}

/** A target of a run, which makes an entrant for each request. */
export interface RunTarget {
  /** A unique name, `label/runtime`. The names of the floors are reserved. */
  readonly name: string;
  readonly framework: string;
  readonly runtime: Runtime;
  /** The version of the measured package; empty if the target is no package. */
  readonly version: string;
  readonly runtimeVersion: string;
  /** The path of the runtime's program. The floors of Bun and Deno run on the program of the first such target. */
  readonly program: string;
  /** The target that this one is measured against; the floor of its runtime unless given. */
  readonly reference?: string | undefined;
  /** A digest of all files that the server loads and of how it is started: equal digests give equal metrics. */
  readonly content: string;
  /** True if all files are known, so that the journal may be kept. */
  readonly known: boolean;
  /** The load of this target's rounds; that of the run unless given. */
  readonly load?: Load | undefined;
  /** Checks the responses before the first round; by default they were checked before the run. */
  readonly check?: ((signal: AbortSignal) => Promise<readonly VerifyRecord[]>) | undefined;
  /** Returns the entrant. Its own `asks.response`, if any, takes the place of the response in `exchange`. */
  readonly entrant: (exchange: Exchange) => Entrant;
}

export interface RunRequest {
  /** A unique name, such as `GET /`. */
  readonly name: string;
  readonly exchange: Exchange;
  /** The parts of responses that the user does not compare: `$.id`. */
  readonly ignored?: readonly string[] | undefined;
}

/**
 * Returns everything that decides the work of an exchange. A body that varies is different each time, so only the fact that it
 * varies counts.
 */
export function steadyPart({ request, response, traffic, variants, login }: Exchange): object {
  const { status, mediaType, problemOf } = response;
  const own = problemOf === undefined ? response : { status, mediaType, varies: true };
  return {
    request,
    response: own,
    ...(traffic && { traffic }),
    ...(variants && { variants: variants.map(steadyPart) }),
    ...(login && { login: login.request }),
  };
}
