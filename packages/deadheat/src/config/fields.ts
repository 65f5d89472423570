import { distance } from "fastest-levenshtein";
import * as v from "valibot";

/** A text of this form. `what` is said of it where another is found, and in the JSON Schema. */
export function text(form: RegExp, what: string) {
  const message = `must be ${what}`;
  return v.pipe(v.string(message), v.regex(form, message), v.description(what));
}

export function list<const T extends v.GenericSchema>(item: T, what: string) {
  return v.pipe(v.array(item, `must be ${what}`), v.description(what));
}

/**
 * An object with these fields and no others.
 * @param mark the field that tells it from objects of another kind in the same place
 * @param elsewhere the fields of those
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

/** To valibot, as to JavaScript, a list is an object too. */
export function noList<const T extends v.GenericSchema>(schema: T) {
  return oneOf([schema], (input) => (Array.isArray(input) ? notAList : schema));
}

function unknown(field: string, own: readonly string[], elsewhere: readonly string[]): string {
  const meant = nearest(field, [...own, ...elsewhere]);
  const hint = meant === null ? `there are ${own.join(", ")}` : `did you mean "${meant}"?`;
  return `has an unknown field ${JSON.stringify(field)} (${hint})`;
}

/** The name that is most like what was written, within a third of its letters; null where none is. */
function nearest(written: string, names: readonly string[]): string | null {
  const [best] = names
    .map((name) => ({ name, distance: distance(written.toLowerCase(), name.toLowerCase()) }))
    .filter((found) => found.distance <= Math.max(1, Math.floor(found.name.length / 3)))
    .toSorted((a, b) => a.distance - b.distance);
  return best?.name ?? null;
}

/**
 * The one of these schemas that `choose` finds meant, so that what is wrong is told of that one; a union would say no
 * more than that none fits. A JSON Schema has any of `options`.
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
