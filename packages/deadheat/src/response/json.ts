import { attempt } from "@deadheat/journal";
import { areTimes, canonical } from "./shapes.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Returns the object or list of a text; null if the text is something else, or too deep to compare. */
export function parsed(text: string): Json[] | { [key: string]: Json } | null {
  const value = /^\s*[[{]/.test(text) ? attempt(() => JSON.parse(text) as Json) : null;
  return typeof value === "object" && value !== null && isShallow(value) ? value : null;
}

/** Returns whether a value has at most so many levels: a comparison recurses as deep as its values are. */
export function isShallow(value: unknown, levels = 100): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

export function typeOf(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

/** A path such as `$.items[*].at`: it stands for all entries of a list. `exact` has the number of the entry. */
export interface Path {
  readonly general: string;
  readonly exact: string;
}

const ROOT: Path = { general: "$", exact: "$" };

export function inside({ general, exact }: Path, key: string | number): Path {
  if (typeof key === "number") return { general: `${general}[*]`, exact: `${exact}[${key}]` };
  const step = /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
  return { general: general + step, exact: exact + step };
}

/** What a comparison of two values does at each place. */
interface Visit {
  /** Returns true to leave a place out, with all below it. */
  readonly skip: (path: Path, a: Json | undefined, b: Json | undefined) => boolean;
  /** Receives two values that differ: a value or the form of a list or an object. Returns true to stop. */
  readonly differ: (path: Path, a: Json | undefined, b: Json | undefined) => boolean;
}

/**
 * Compares two values, place by place. Dates, times and UUIDs of one form are equal.
 * @returns true if the visitor stopped it
 */
export function compareJson(
  a: Json | undefined,
  b: Json | undefined,
  visit: Visit,
  path: Path = ROOT,
): boolean {
  if (visit.skip(path, a, b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return visit.differ(path, a, b);
    return a.some((one, i) => compareJson(one, b[i], visit, inside(path, i)));
  }
  if (a !== null && typeof a === "object" && b !== null && typeof b === "object") {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return keys.some((key) =>
      compareJson(own(a as Fields, key), own(b as Fields, key), visit, inside(path, key)),
    );
  }
  return sameLeaf(a, b) ? false : visit.differ(path, a, b);
}

type Fields = { readonly [key: string]: Json };

function own(value: Fields, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function sameLeaf(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a === "string" && typeof b === "string") return canonical(a) === canonical(b);
  return typeof a === "number" && typeof b === "number" && areTimes(a, b);
}
