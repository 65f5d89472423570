import { quoted } from "@deadheat/measure";
import { gapOf, gapProblem, type Gap } from "./gap.ts";
import { compareJson, type Json, type Path, typeOf } from "./json.ts";
import { canonical, readable } from "./shapes.ts";

/** The values that were seen at a path of JSON that changes with every response. */
interface Mask {
  readonly types: ReadonlySet<string>;
  /** The form of its texts; null if it had none. */
  readonly texts: Gap | null;
  /** true if a list, object or text may be empty, since one was. */
  readonly mayBeEmpty: boolean;
}

/** The paths that change with every response, by their general form. */
export type Masks = ReadonlyMap<string, Mask>;

/** Returns the paths at which these values, of which there is at least one, differ. */
export function masksOf(values: readonly Json[]): Masks {
  const [first, ...others] = values;
  const seen = new Map<string, Json[]>();
  const note = (path: Path, ...found: (Json | undefined)[]) => {
    const all = seen.get(path.general) ?? [];
    all.push(...found.filter((one) => one !== undefined));
    seen.set(path.general, all);
    return false;
  };
  for (const other of others) {
    compareJson(first, other, { skip: () => false, differ: note });
  }
  // Another entry of the same list may not have differed yet: its values count too.
  const paths = new Set(seen.keys());
  for (const value of values) {
    compareJson(value, value, {
      skip: (path, one) => paths.has(path.general) && !note(path, one),
      differ: () => false,
    });
  }
  return new Map([...seen].map(([path, found]) => [path, maskOf(found)]));
}

function maskOf(found: readonly Json[]): Mask {
  const texts = found.filter((one) => typeof one === "string");
  return {
    types: new Set(found.map(typeOf)),
    texts: texts.length === 0 ? null : gapOf(texts.map(canonical)),
    mayBeEmpty: found.some(isEmpty),
  };
}

export function maskProblem(value: Json | undefined, mask: Mask): string | null {
  if (!mask.types.has(typeOf(value))) {
    return `${shown(value)} in the place of a ${[...mask.types].join(" or ")}`;
  }
  if (isEmpty(value) && !mask.mayBeEmpty) return `an empty ${typeOf(value)}`;
  return typeof value === "string" && mask.texts !== null
    ? gapProblem(canonical(value), mask.texts)
    : null;
}

function isEmpty(value: Json | undefined): boolean {
  if (typeof value === "string") return value === "";
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

export function shown(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "string") return quoted(readable(value.slice(0, 60)));
  return typeof value === "object" && value !== null
    ? `an object of ${Object.keys(value).length} fields`
    : String(value);
}
