/** A row of the table `world`. */
export interface Row {
  readonly id: number;
  readonly randomNumber: number;
}

/** A row of the table `fortune`. */
export interface Fortune {
  readonly id: number;
  readonly message: string;
}

/** A client that answers at once: embedded databases. Nobody has to wait for a promise. */
export interface SyncStore {
  readonly name: string;
  readonly sync: true;
  /** `Hello World!`, asked of the store. */
  readonly hello: () => string;
  /** The row with this primary key. */
  readonly row: (id: number) => Row;
  readonly close: () => void;
}

/** A client that answers later. */
export interface AsyncStore {
  readonly name: string;
  readonly sync: false;
  /** `Hello World!`, asked of the store. */
  readonly hello: () => Promise<string>;
  /** The row with this primary key. Rejects where the store has no tables. */
  readonly row: (id: number) => Promise<Row>;
  /** One query for each id, never one for all. Rejects where the store has no tables. */
  readonly rows: (ids: readonly number[]) => Promise<Row[]>;
  /** The whole table, in any order. Rejects where the store has no tables. */
  readonly fortunes: () => Promise<Fortune[]>;
  readonly close: () => Promise<void>;
}

/** A data client, open and ready: what a handler asks, and nothing about how it is asked. */
export type Store = SyncStore | AsyncStore;
