import type { IncomingMessage, ServerResponse } from "node:http";

/** The only address on which these servers listen: loopback. */
export const HOSTNAME = "127.0.0.1";

/** The value that an app exports and `listen` serves. Every framework is one of these three kinds. */
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
  /** The port; 0 for any free one. */
  readonly port: number;
  /** HTTP/1.1; HTTP/1.1 over TLS; HTTP/2 over TLS, by ALPN; HTTP/2 with prior knowledge. */
  readonly protocol: "http" | "tls" | "h2" | "h2c";
  /** The server's identity over TLS; null without TLS. */
  readonly tls: Tls | null;
}

/** A private key and its certificate, as PEM texts, with the paths of their files. */
export interface Tls {
  readonly key: string;
  readonly cert: string;
  readonly keyFile: string;
  readonly certFile: string;
}

/** A server that listens. */
export interface Listening {
  /** The actual port. */
  readonly port: number;
  /** Stops accepting, ends open connections, and settles when the port is free. */
  readonly close: () => unknown;
}

/** The line that a server prints when it is ready to answer. */
export interface Readiness {
  readonly deadheat: "ready";
  readonly port: number;
  readonly pid: number;
  readonly runtime: "node" | "bun" | "deno";
  readonly version: string;
}
