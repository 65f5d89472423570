import type { Kind } from "../documents/explained.ts";
import type { Row } from "./samples.ts";
import type { MergedPath } from "./stacks.ts";

/** The time of a function that was called by another one, in seconds per request. */
interface Called {
  readonly caller: Row;
  /** The function that the caller called on the way. */
  readonly via: Row;
  base: number;
  new: number;
}

export interface Around {
  /** The callers in the user's code or in the compared package, otherwise in a dependency. */
  readonly owners: ReadonlyMap<Row, readonly Called[]>;
  readonly callers: ReadonlyMap<Row, readonly Called[]>;
  /** The direct callers and callees. */
  readonly neighbors: ReadonlyMap<Row, ReadonlySet<Row>>;
}

const own: ReadonlySet<Kind> = new Set(["app", "framework"]);
const foreign: ReadonlySet<Kind> = new Set(["runtime", "native"]);

export function aroundOf(whole: MergedPath, rowOf: ReadonlyMap<string, Row>): Around {
  const owners = new Map<Row, Map<string, Called>>();
  const callers = new Map<Row, Map<string, Called>>();
  const neighbors = new Map<Row, Set<Row>>();
  const visit = (path: MergedPath, rows: readonly Row[]): void => {
    const row = rows.at(-1);
    if (row !== undefined) {
      const calls = [...path.calls.values()];
      const left = (which: "base" | "new") =>
        calls.reduce((sum, call) => sum - call[which], path[which]);
      const time = { base: left("base"), new: left("new") };
      add(callers, rows, rows.length - 2, time);
      if (!own.has(row.place.kind)) add(owners, rows, ownerIn(rows), time);
      const caller = rows.at(-2);
      if (caller !== undefined) {
        neighbors.set(row, new Set(neighbors.get(row)).add(caller));
        neighbors.set(caller, new Set(neighbors.get(caller)).add(row));
      }
    }
    for (const [id, call] of path.calls) {
      const next = rowOf.get(id);
      if (next !== undefined) visit(call, [...rows, next]);
    }
  };
  visit(whole, []);
  const lists = (of: Map<Row, Map<string, Called>>) =>
    new Map([...of].map(([row, all]) => [row, [...all.values()]]));
  return { owners: lists(owners), callers: lists(callers), neighbors };
}

/** Returns the call that makes most of a function's difference; null if there is none. */
export function mainCall(calls: readonly Called[] = [], difference: number): Called | null {
  const sign = difference < 0 ? -1 : 1;
  const share = (call: Called) => sign * (call.new - call.base);
  const [first = null] = calls.toSorted(
    (a, b) => share(b) - share(a) || b.base + b.new - a.base - a.new,
  );
  return first;
}

/** Returns the index of the nearest caller that somebody can edit; -1 if there is none. */
function ownerIn(rows: readonly Row[]): number {
  const callers = rows.slice(0, -1);
  const nearest = callers.findLastIndex(({ place }) => own.has(place.kind));
  if (nearest >= 0 || !foreign.has(rows.at(-1)?.place.kind as Kind)) return nearest;
  return callers.findLastIndex(({ place }) => place.kind === "dependency" && !isOurs(place));
}

/** Returns true for the code with which deadheat starts a server, which nobody who reads an explanation can edit. */
function isOurs({ package: owner }: Row["place"]): boolean {
  return owner === "deadheat" || owner?.startsWith("@deadheat/") === true;
}

function add(
  to: Map<Row, Map<string, Called>>,
  rows: readonly Row[],
  at: number,
  time: { base: number; new: number },
): void {
  const [row, caller, via] = [rows.at(-1), rows[at], rows[at + 1]];
  if (row === undefined || caller === undefined || via === undefined || at < 0) return;
  const known = to.get(row) ?? new Map<string, Called>();
  to.set(row, known);
  const key = JSON.stringify([caller.place.id, via.place.id]);
  const called = known.get(key) ?? { caller, via, base: 0, new: 0 };
  known.set(key, called);
  called.base += time.base;
  called.new += time.new;
}
