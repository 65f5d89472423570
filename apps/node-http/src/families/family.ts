import type { IncomingMessage, ServerResponse } from "node:http";

/** A request as the thinnest server sees it, with its path and query apart. */
export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

/** Responds to the family's own requests, and returns false for others. Floors are written by hand. */
export type Family = (asked: Asked) => boolean;
