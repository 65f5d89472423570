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

/** A client that answers synchronously, such as an embedded database. It needs no promise. */
export interface SyncStore {
  readonly name: string;
  readonly sync: true;
  /** Returns `Hello World!` from the store. */
  readonly hello: () => string;
  /** Returns the row with this primary key. */
  readonly row: (id: number) => Row;
  readonly close: () => void;
}

/** A client that answers with promises. */
export interface AsyncStore {
  readonly name: string;
  readonly sync: false;
  /** Returns `Hello World!` from the store. */
  readonly hello: () => Promise<string>;
  /** Returns the row with this primary key. Rejects if the store has no tables. */
  readonly row: (id: number) => Promise<Row>;
  /** Runs one query for each id, never one for all. Rejects if the store has no tables. */
  readonly rows: (ids: readonly number[]) => Promise<Row[]>;
  /** Returns the whole table, in any order. Rejects if the store has no tables. */
  readonly fortunes: () => Promise<Fortune[]>;
  readonly close: () => Promise<void>;
}

/** An open data client with the queries of the handlers, however the client runs them. */
export type Store = SyncStore | AsyncStore;
