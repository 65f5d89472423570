/** A request as the thinnest server sees it, with its path and query apart. */
export interface Asked {
  readonly request: Request;
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

/** Responds to the family's own requests, and returns null for others. Floors are written by hand. */
export type Family = (asked: Asked) => Response | Promise<Response> | null;
