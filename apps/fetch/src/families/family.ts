/** What the thinnest server knows of a request; its path without the query. */
export interface Asked {
  readonly request: Request;
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

/** Answers what is its own; null: it is somebody else's. Written by hand, as every floor is. */
export type Family = (asked: Asked) => Response | Promise<Response> | null;
