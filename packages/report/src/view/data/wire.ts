// How the data lies in the page. Lists of alike objects are written as rows below one list of keys,
// or the keys would take more room than 600 cells' figures.

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export interface Wire {
  /** The keys of each kind of object that comes in lists. */
  readonly shapes: readonly (readonly string[])[];
  readonly data: Json;
}

/** A list of objects: the number of their shape, and the values of each. */
interface Rows {
  readonly shape: number;
  readonly rows: readonly (readonly Json[])[];
}

export function pack(data: unknown): Wire {
  const shapes: string[][] = [];
  const packed = (value: unknown): Json => {
    if (Array.isArray(value)) {
      const keys = sharedKeys(value);
      if (keys === null) return value.map(packed);
      const rows = value.map((item) => keys.map((key) => packed(item[key])));
      return { shape: shapeOf(keys, shapes), rows };
    }
    if (typeof value !== "object" || value === null) return value as Json;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, packed(item)]));
  };
  return { data: packed(data), shapes };
}

/** The inverse of `pack`; the caller says what was packed. */
export function unpack<T>({ shapes, data }: Wire): T {
  const unpacked = (value: Json): unknown => {
    if (Array.isArray(value)) return value.map(unpacked);
    if (typeof value !== "object" || value === null) return value;
    if (isRows(value)) {
      const keys = shapes[value.shape] ?? [];
      return value.rows.map((row) => objectOf(keys, row.map(unpacked)));
    }
    return objectOf(Object.keys(value), Object.values(value).map(unpacked));
  };
  return unpacked(data) as T;
}

function isRows(value: object): value is Rows {
  return "shape" in value && "rows" in value;
}

function objectOf(keys: readonly string[], values: readonly unknown[]): object {
  return Object.fromEntries(keys.map((key, i) => [key, values[i]]));
}

function sharedKeys(items: readonly unknown[]): string[] | null {
  const [first] = items;
  if (typeof first !== "object" || first === null || Array.isArray(first)) return null;
  const keys = Object.keys(first);
  const alike = items.every(
    (item) => typeof item === "object" && item !== null && Object.keys(item).join() === keys.join(),
  );
  return alike ? keys : null;
}

function shapeOf(keys: string[], shapes: string[][]): number {
  const found = shapes.findIndex((shape) => shape.join() === keys.join());
  return found >= 0 ? found : shapes.push(keys) - 1;
}
