import type { ParsedRequest } from "../parser.ts";

/** A whole response, at once or later, or the pieces of one as they come. */
export type Reply = Whole | Promise<Whole> | AsyncIterable<string>;
export type Whole = string | Buffer;

/** Answers what is its own; null: it is somebody else's. Written by hand, as every floor is. */
export type Family = (request: ParsedRequest) => Reply | null;
