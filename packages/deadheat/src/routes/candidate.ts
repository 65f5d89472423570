import type { RequestOptions } from "../config/config.ts";

/** A request that a document, a recording or a route table names. Its path may have parameters: `/items/:id`. */
export interface Candidate {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body; undefined without one. */
  readonly body?: string | object | undefined;
  /** How often it was sent; null if that is unknown. */
  readonly count: number | null;
}

/** A route that cannot be requested as it stands, and why. */
export interface LeftOut {
  readonly request: string;
  readonly why: string;
}

/** The requests of one source. */
export interface Candidates {
  readonly found: readonly Candidate[];
  readonly left: readonly LeftOut[];
}

export function nameOf({ method, path }: Pick<Candidate, "method" | "path">): string {
  return `${method} ${path}`;
}

/** Matches the parameters of a path: `:id`, `{id}` and `:id(\\d+)`. */
export const PARAMETER = /(?<=\/[^/]*):([A-Za-z_]\w*)(?:\([^)]*\))?[?]?|\{([^}]+)\}/g;

export function isReading(method: string): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes(method);
}

/** Returns the request as a configuration has it. */
export function writtenOf({
  method,
  path,
  headers,
  body,
  count,
}: Candidate): RequestOptions | string {
  const request = `${method} ${path}`;
  const more = {
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body !== undefined && { body }),
    ...(count !== null && { share: count }),
  };
  return Object.keys(more).length === 0 ? request : { request, ...more };
}

/** Returns the requests without the one that a reason names; null if it names none, or if no other is left. */
export function withoutNamed({ found, left }: Candidates, reason: string): Candidates | null {
  const words = reason.split("\n")[0] ?? "";
  const named = found.filter((one) => words.includes(nameOf(one)));
  // "GET /items" is a part of "GET /items/1".
  const [worst] = named.toSorted((a, b) => b.path.length - a.path.length);
  if (worst === undefined || found.length === 1) return null;
  const why = words.slice(0, 120);
  return {
    found: found.filter((one) => one !== worst),
    left: [...left, { request: nameOf(worst), why }],
  };
}
