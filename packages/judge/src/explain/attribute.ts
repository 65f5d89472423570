import type { CpuProfile } from "@deadheat/journal";
import type { Kind } from "../documents/explained.ts";

type Frame = CpuProfile["nodes"][number]["callFrame"];

/** A function of a server, as it can be found again in another version. */
export interface Place {
  readonly kind: Kind;
  readonly package: string | null;
  readonly file: string | null;
  readonly name: string;
  readonly line: number | null;
  /** The identity: equal for the same function in another version, wherever its line has moved. */
  readonly id: string;
  /** The text of the function; absent if it has no file. */
  readonly code?: Code;
}

/** The text of a function. Lines count from 1. */
export interface Code {
  /** Returns a digest of the function's own code, without comments, spaces and inner functions; null if it is unknown. */
  readonly digest: () => string | null;
  /** Returns the line on which the function calls another one of this name; null if no single line does. */
  readonly lineOfCall: (callee: string) => number | null;
  /** Returns at most `most` lines of the file, from this one on. */
  readonly linesFrom: (line: number, most: number) => string;
}

/** Returns the place of a frame; null if the frame is no part of the server, such as the profiler itself. */
export type PlaceOf = (frame: Frame) => Place | null;

/** The sampled seconds of functions, by identity. */
export interface Attributed {
  readonly places: Map<string, Place>;
  readonly self: Map<string, number>;
  readonly total: Map<string, number>;
  readonly paths: Path;
}

export interface Path {
  seconds: number;
  readonly calls: Map<string, Path>;
}

/**
 * Returns the time of each function. A sample counts as the usual time between two samples, whatever its own distance: a
 * process that waits for the CPU gets no samples, and the first one afterwards must not count for the wait. Samples
 * in which nothing runs (idle) count nothing.
 * @param profiles the profiles of all threads of a server in one round
 */
export function attribute(profiles: readonly CpuProfile[], placeOf: PlaceOf): Attributed {
  const found = newAttributed();
  for (const profile of profiles) {
    const tick = tickOf(profile);
    const counts = new Map<number, number>();
    for (const sample of profile.samples) add(counts, sample, tick);
    attributeNodes(found, profile.nodes, counts, placeOf);
  }
  return found;
}

export function newAttributed(): Attributed {
  return { places: new Map(), self: new Map(), total: new Map(), paths: newPath() };
}

/** Adds the own amounts of the nodes of a call tree to the functions, their callers and their paths. */
export function attributeNodes(
  found: Attributed,
  nodes: CpuProfile["nodes"],
  amounts: ReadonlyMap<number, number>,
  placeOf: PlaceOf,
): void {
  const ids = idPaths({ nodes }, placeOf, found.places);
  for (const [node, amount] of amounts) addPath(found, ids.get(node) ?? [], amount);
}

/** Adds an amount to a function, the last of a path, and to its callers. */
function addPath(found: Attributed, path: readonly string[], amount: number): void {
  const innermost = path.at(-1);
  if (innermost === undefined) return;
  add(found.self, innermost, amount);
  for (const id of new Set(path)) add(found.total, id, amount);
  found.paths.seconds += amount;
  let caller = found.paths;
  for (const id of path) {
    const call = caller.calls.get(id) ?? newPath();
    caller.calls.set(id, call);
    call.seconds += amount;
    caller = call;
  }
}

/** Adds an amount that is in no function. */
export function addPlace(found: Attributed, place: Place, amount: number): void {
  found.places.set(place.id, place);
  addPath(found, [place.id], amount);
}

const newPath = (): Path => ({ seconds: 0, calls: new Map() });

/** Returns the identities of the functions on the path to each node; null for a node that counts nothing. */
function idPaths(
  { nodes }: Pick<CpuProfile, "nodes">,
  placeOf: PlaceOf,
  places: Map<string, Place>,
): Map<number, readonly string[] | null> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const paths = new Map<number, readonly string[] | null>();
  const called = new Set(nodes.flatMap(({ children = [] }) => children));
  const open = nodes
    .filter(({ id }) => !called.has(id))
    .map((node) => ({ node, above: [] as readonly string[] | null }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, above } = next;
    const path = above && pathTo(node.callFrame, above, placeOf, places);
    paths.set(node.id, path);
    for (const child of node.children ?? []) {
      const callee = byId.get(child);
      // A damaged profile may name a node twice, or one that does not exist.
      if (callee !== undefined && !paths.has(child)) open.push({ node: callee, above: path });
    }
  }
  return paths;
}

function pathTo(
  frame: Frame,
  above: readonly string[],
  placeOf: PlaceOf,
  places: Map<string, Place>,
): readonly string[] | null {
  if (frame.url === "" && frame.functionName === "(root)") return above;
  if (frame.url === "" && frame.functionName === "(idle)") return null;
  const place = placeOf(frame);
  if (place === null) return null;
  if (!places.has(place.id)) places.set(place.id, place);
  return [...above, place.id];
}

/** The time between two samples that the profiler is asked for, in seconds (measure, profiler.cjs). */
const ASKED_TICK = 0.0005;

/** Returns the usual time between two samples: the median of those without a wait for the CPU. */
export function tickOf({ timeDeltas }: Pick<CpuProfile, "timeDeltas">): number {
  const short = timeDeltas
    .map((delta) => delta / 1e6)
    .filter((delta) => delta > 0 && delta < 1.5 * ASKED_TICK);
  const sorted = short.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? ASKED_TICK;
}

function add<K>(to: Map<K, number>, id: K, amount: number): void {
  to.set(id, (to.get(id) ?? 0) + amount);
}
