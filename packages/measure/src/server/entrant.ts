import type { Runtime } from "@deadheat/journal";
import type { Room } from "../isolation/room.ts";
import type { Exchange } from "./exchange-type.ts";

/** A server that the engine can start and ask, from whatever it was made: a command, its environment and its request. */
export interface Entrant {
  /** The name in records and messages. */
  readonly name: string;
  /** The runtime that the server must report. */
  readonly runtime: Runtime;
  /** The program and its arguments, spawned without a shell. `{port}` is replaced by the port on 127.0.0.1. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** The complete environment. `{port}` is replaced by the port. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * The exchange for a server that knows nothing of deadheat. The server gets a free port in PORT, and is ready when it
   * gives this response. If the response is unknown, it is ready at any status below 500; with a login, if the login gets
   * such a status. Without `asks` the server chooses its port and prints it in one line of JSON (ready.ts).
   */
  readonly asks?:
    | (Pick<Exchange, "request"> &
        Partial<Pick<Exchange, "response" | "traffic" | "variants" | "login">>)
    | undefined;
  /** The files that the server sees and may write, if servers are isolated; without it, all that its user may. */
  readonly room?: Room | undefined;
  /** The seconds within which it must be ready; 20 by default. */
  readonly readySeconds?: number | undefined;
  /** The environment variable with the port; `PORT` by default. */
  readonly portVariable?: string | undefined;
  /** A server that runs already: it is not started, stopped or pinned. Without a pid there is no CPU time. */
  readonly running?: { readonly port: number; readonly pid: number | null } | undefined;
  /** Runs before each start. A thrown error is the reason that the server cannot be started. */
  readonly prepare?: (() => void | Promise<void>) | undefined;
  /** Runs once the server is ready. Returns the reason that it is not the server it was started as, or null. */
  readonly impostor?: ((pid: number) => string | null) | undefined;
  /** Returns a message with the real cause put before it, if that is a service that has gone. */
  readonly explain?: ((message: string) => Promise<string>) | undefined;
}

/** Returns the exchange of one server of a duet. If its own right responses are known, they replace those of the duet. */
export function exchangeWith({ asks }: Pick<Entrant, "asks">, exchange: Exchange): Exchange {
  const { response = exchange.response, variants = exchange.variants } = asks ?? {};
  return { ...exchange, response, ...(variants && { variants }) };
}
