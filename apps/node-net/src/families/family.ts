import type { ParsedRequest } from "../parser.ts";

/** A whole response, at once or later, or a response in pieces. */
export type Reply = Whole | Promise<Whole> | AsyncIterable<string>;
export type Whole = string | Buffer;

/** Responds to the family's own requests, and returns null for others. Floors are written by hand. */
export type Family = (request: ParsedRequest) => Reply | null;
