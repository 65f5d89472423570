import type { IncomingMessage, ServerResponse } from "node:http";

/** Where a server of ours may listen: loopback, never another address. */
export const HOSTNAME = "127.0.0.1";

/** What an app exports and `listen` serves: every framework is one of these three. */
export type Listenable =
  | { readonly kind: "fetch"; readonly fetch: FetchHandler }
  | { readonly kind: "node"; readonly handler: NodeHandler }
  | { readonly kind: "self"; readonly listen: (at: Address) => Listening | Promise<Listening> };

/** A web-standard handler. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** A handler of node:http's kind. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface Address {
  readonly hostname: typeof HOSTNAME;
  /** 0: any free port. */
  readonly port: number;
  /** HTTP/1.1; HTTP/1.1 over TLS; HTTP/2 over TLS, by ALPN; HTTP/2 with prior knowledge. */
  readonly protocol: "http" | "tls" | "h2" | "h2c";
  /** Over TLS: what the server proves to be. Null for the others. */
  readonly tls: Tls | null;
}

/** A private key and its certificate, as PEM texts, and the files that they are in. */
export interface Tls {
  readonly key: string;
  readonly cert: string;
  readonly keyFile: string;
  readonly certFile: string;
}

/** A server that listens. */
export interface Listening {
  /** The port that it really has. */
  readonly port: number;
  /** Stops accepting, ends open connections, settles when the port is free. */
  readonly close: () => unknown;
}

/** The one line that a server prints when it can be spoken to. */
export interface Readiness {
  readonly deadheat: "ready";
  readonly port: number;
  readonly pid: number;
  readonly runtime: "node" | "bun" | "deno";
  readonly version: string;
}
