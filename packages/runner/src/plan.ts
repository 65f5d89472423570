import type { RunRecord, Settings, VerifyRecord } from "@deadheat/journal";
import type { Entrant, Exchange, Generator, Pinning } from "@deadheat/measure";
import type { Arrangeable, Arranged } from "./cell/arrange.ts";
import type { measureStep } from "./cell/measure.ts";

/** A server that a plan measures: a target, or the floor of a runtime. */
export interface Participant extends Arrangeable {
  /** The name without its runtime: `hono`. */
  readonly framework: string;
  readonly version: string;
  /** Digests of everything that decides the figures, besides the settings: code and reference. */
  readonly sources: RunRecord["sources"];
  /** Facts that the header of its journal holds besides: an addon, what serves it. */
  readonly facts?: Partial<RunRecord>;
  /** The words for the code behind `sources.app`, for messages: `apps/hono`. */
  readonly place: string;
  /** Checks the answers before the first block. A record with status `failed` ends the cell. */
  readonly check: (signal: AbortSignal) => Promise<readonly VerifyRecord[]>;
  readonly entrant: (scenario: string) => Promise<Entrant>;
}

/** Which servers meet their references, in which scenarios, how often. */
export interface Plan {
  readonly seed: number;
  /** The servers that are measured here; each has a journal of its own. */
  readonly participants: readonly Participant[];
  /** Returns a server by its name; a reference may be measured elsewhere. */
  readonly named: (name: string) => Participant;
  readonly arranged: Arranged;
  readonly settings: Settings;
  /** The settings above the journal of one participant; they are the key under which it is kept. */
  readonly settingsOf: (name: string) => Settings;
  readonly exchange: (scenario: string) => Promise<Exchange>;
}

/** The folder of a run, new or taken up again. */
export interface RunFolder {
  readonly id: string;
  readonly out: string;
  /** The start of the first attempt. */
  readonly startedAt: string;
}

/** The ground of a run: its folder, the machine, the generator, and the store of finished journals. */
export interface Ground {
  readonly folder: RunFolder;
  readonly oha: Generator["oha"];
  readonly pinning: Pinning;
  /** The machine that measures, since it booted (`thisInstance`). */
  readonly instance: string;
  readonly store: JournalStore;
  readonly signal: AbortSignal;
  /** Measures one step; `measureStep` unless given. Tests of the order of things measure nothing. */
  readonly measure?: typeof measureStep;
}

/** Keeps finished journals under everything that decides their figures: turbo's cache, or a folder named by hash. */
export interface JournalStore {
  /**
   * Looks up journals.
   * @param wanted the participants that this run has not begun to measure
   * @returns the paths of whole journals, by participant
   */
  readonly find: (wanted: readonly Participant[]) => Promise<ReadonlyMap<string, string>>;
  /** Returns turbo's hash of the participant's task; null if turbo has none. It goes into the journal's header. */
  readonly hashOf: (name: string) => string | null;
  /** Keeps journals in which everything went well. */
  readonly keep: (finished: readonly Finished[]) => Promise<void>;
}

/** A journal that came to its end without a failure. */
export interface Finished {
  readonly participant: Participant;
  readonly path: string;
}
