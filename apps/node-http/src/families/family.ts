import type { IncomingMessage, ServerResponse } from "node:http";

/** What the thinnest server knows of a request; its path without the query. */
export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

/** Answers what is its own; false: it is somebody else's. Written by hand, as every floor is. */
export type Family = (asked: Asked) => boolean;
