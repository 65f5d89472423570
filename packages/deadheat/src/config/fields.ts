import { distance } from "fastest-levenshtein";
import * as v from "valibot";
import { attempt } from "@deadheat/journal";
import { isShallow } from "../response/json.ts";

/** Returns a schema for texts of this form. `what` describes them in messages and in the JSON Schema. */
export function text(form: RegExp, what: string) {
  const message = `must be ${what}`;
  return v.pipe(v.string(message), v.regex(form, message), v.description(what));
}

/** Returns a schema for lists of `item`. `what` describes them in messages and in the JSON Schema. */
export function list<const T extends v.GenericSchema>(item: T, what: string) {
  const schema = v.array(item, `must be ${what}`);
  const choose = (input: unknown) =>
    Array.isArray(input) && input.length > LONGEST_LIST ? tooLong : schema;
  return v.pipe(oneOf([schema], choose), v.description(what));
}

/** A list can be longer than the file that makes it: `new Array(4e9)`. */
const LONGEST_LIST = 1000;
const tooLong = v.never(`must have at most ${LONGEST_LIST} entries`);

/**
 * Returns a schema for objects with these fields and no others.
 * @param mark the field that distinguishes the object from objects of another kind in the same place
 * @param elsewhere the fields of those other objects
 */
export function fields<const T extends v.ObjectEntries>(
  entries: T,
  mark = "",
  elsewhere: readonly string[] = [],
) {
  const own = Object.keys(entries);
  const schema = v.strictObject(entries, (issue) => {
    if (issue.expected === "never") {
      const field = String(issue.input);
      if (elsewhere.includes(field)) return `has "${field}", which does not go with "${mark}"`;
      return unknown(field, own, elsewhere);
    }
    return issue.expected === "Object" ? "must be an object" : `must have ${issue.expected}`;
  });
  return noList(schema);
}

const notAList = v.never("must be an object, not a list");

/** Returns a schema that rejects lists, which valibot treats as objects. */
export function noList<const T extends v.GenericSchema>(schema: T) {
  return oneOf([schema], (input) => (Array.isArray(input) ? notAList : schema));
}

function unknown(field: string, own: readonly string[], elsewhere: readonly string[]): string {
  const meant = nearest(field, [...own, ...elsewhere]);
  const hint = meant === null ? `the fields are ${own.join(", ")}` : `did you mean "${meant}"?`;
  return `has an unknown field ${JSON.stringify(field)} (${hint})`;
}

/** Returns the name that differs least from the written one, by at most a third of its letters; null if none does. */
function nearest(written: string, names: readonly string[]): string | null {
  const [best] = names
    .map((name) => ({ name, distance: distance(written.toLowerCase(), name.toLowerCase()) }))
    .filter((found) => found.distance <= Math.max(1, Math.floor(found.name.length / 3)))
    .toSorted((a, b) => a.distance - b.distance);
  return best?.name ?? null;
}

/**
 * Returns a schema that checks with the schema that `choose` returns, so that messages are about the intended form. The
 * message of a union would only be that no form fits. In the JSON Schema it is any of `options`.
 */
export function oneOf<const T extends v.GenericSchema, R extends v.GenericSchema>(
  options: readonly T[],
  choose: (input: unknown) => T | R,
) {
  return Object.assign(v.lazy(choose), { options });
}

export function isRecord(input: unknown): input is Record<string, unknown> {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}

/** Returns whether a value can be written as JSON, and is not so deep that a comparison would exhaust the stack. */
export function isJson(value: object): boolean {
  return attempt(() => JSON.stringify(value)) !== null && isShallow(value);
}
