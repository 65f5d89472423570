import type { Runtime } from "@deadheat/journal";
import type { Exchange } from "./exchange-type.ts";

/** What can be started and asked: a target of this repository is one, a file, a package's version, a revision. */
export interface Entrant {
  /** As records and messages call it. */
  readonly name: string;
  /** What it must say that it runs on. */
  readonly runtime: Runtime;
  /** Program and arguments, for a spawn without a shell; `{port}` in one is the port. It listens on 127.0.0.1. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * For a server that knows nothing of us: it gets a free port in PORT, and is ready when it answers this rightly; where
   * the right response is not known yet, when it answers without a server's error (5xx). Without it, the server chooses
   * its port itself and prints it, in one line of JSON (ready.ts).
   */
  readonly asks?: (Pick<Exchange, "request"> & Partial<Pick<Exchange, "response">>) | undefined;
  /** The environment variable that carries the port; `PORT` unless given. */
  readonly portVariable?: string | undefined;
  /**
   * It runs already, is neither started nor stopped, and is not pinned. Without its process (null) only its requests
   * per second can be told.
   */
  readonly running?: { readonly port: number; readonly pid: number | null } | undefined;
  /** Before each start; what it throws is why it cannot be started. */
  readonly prepare?: (() => void) | undefined;
  /** Once it is ready: why it is not what it was started as; null: it is. */
  readonly impostor?: ((pid: number) => string | null) | undefined;
  /** A message about it with the real cause before it, where that is a service which has gone. */
  readonly explain?: ((message: string) => Promise<string>) | undefined;
}

/** Why something of this entrant failed, in one line. */
export async function explained(
  message: string,
  { explain }: Pick<Entrant, "explain">,
): Promise<string> {
  return explain ? explain(message) : message;
}

/** What it is asked: its own right answer, where it is known, goes before that of the duet. */
export function exchangeOf({ asks }: Pick<Entrant, "asks">, exchange: Exchange): Exchange {
  return asks?.response ? { ...exchange, response: asks.response } : exchange;
}
