import type { RunRecord, Settings, VerifyRecord } from "@deadheat/journal";
import type { Entrant, Exchange, Generator, Pinning } from "@deadheat/measure";
import type { Arrangeable, Arranged } from "./cell/arrange.ts";
import type { measureStep } from "./cell/measure.ts";

/** A row of the matrix: a target, or the floor of a runtime. It makes an entrant for each scenario. */
export interface Participant extends Arrangeable {
  /** The name without the runtime, such as `hono`. */
  readonly framework: string;
  readonly version: string;
  /** The digests of everything besides the settings that decides the metrics: code and reference. */
  readonly sources: RunRecord["sources"];
  /** Further facts for the header of the journal, such as an addon or the server that serves the app. */
  readonly facts?: Partial<RunRecord>;
  /** The name in messages of the code behind `sources.app`, such as `apps/hono`. */
  readonly place: string;
  /** Checks the responses before the first round. A record with status `failed` ends the cell. */
  readonly check: (signal: AbortSignal) => Promise<readonly VerifyRecord[]>;
  readonly entrant: (scenario: string) => Promise<Entrant>;
}

export interface RunPlan {
  readonly seed: number;
  /** The servers that this machine measures; each has a journal of its own. */
  readonly participants: readonly Participant[];
  /** Returns a server by its name. The server may be a reference that is no participant. */
  readonly named: (name: string) => Participant;
  readonly arranged: Arranged;
  readonly settings: Settings;
  /** Returns the settings in the journal of one participant. They are part of the key under which the journal is kept. */
  readonly settingsOf: (name: string) => Settings;
  readonly exchange: (scenario: string) => Promise<Exchange>;
}

export interface RunFolder {
  readonly id: string;
  readonly out: string;
  /** The start of the first attempt. */
  readonly startedAt: string;
}

/** Where a plan is run: the folder, the machine, the generator, and the store of finished journals. */
export interface RunContext {
  readonly folder: RunFolder;
  readonly oha: Generator["oha"];
  readonly pinning: Pinning;
  /** The id of the machine that measures, since its last boot (`thisInstance`). */
  readonly instance: string;
  readonly store: JournalStore;
  readonly signal: AbortSignal;
  /** Measures one step; `measureStep` unless given. Tests of the order replace it. */
  readonly measure?: typeof measureStep;
  /** Returns the time in milliseconds; that of the process unless given. Tests replace it. */
  readonly now?: () => number;
}

/** A store of finished journals by everything that decides their metrics: turbo's cache, or a folder of hashes. */
export interface JournalStore {
  /**
   * Looks up journals.
   * @param wanted the participants that this run has not begun to measure
   * @returns the paths of whole journals, by participant
   */
  readonly find: (wanted: readonly Participant[]) => Promise<ReadonlyMap<string, string>>;
  /** Returns turbo's hash of the participant's task, for the journal's header; null if turbo has none. */
  readonly hashOf: (name: string) => string | null;
  /** Stores complete journals that have no failure. */
  readonly keep: (
    finished: readonly { readonly participant: Participant; readonly path: string }[],
  ) => Promise<void>;
}
