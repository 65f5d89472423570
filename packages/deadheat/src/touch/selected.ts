import type { Warning } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import type { TouchedRequests } from "@deadheat/judge";
import type { ReadRequest } from "../config/read-requests.ts";
import type { Trial } from "../provenance/trial.ts";
import type { Covered } from "./cover.ts";
import { loadOf, mixedExchange, weightsOf } from "./mixed.ts";
import { MANY, type Touched } from "./touched.ts";

/** The requests that are measured, with the exchanges that both sides have learned for them. */
export interface Selected extends Pair<Trial> {
  readonly requests: readonly ReadRequest[];
  readonly touched: Omit<TouchedRequests, "app">;
}

/** A request that is measured, and its places among all requests: several for a mix. */
interface Measured {
  readonly request: ReadRequest;
  readonly places: readonly number[];
}

/**
 * Selects what is measured: each request that runs changed code, and all that the change may touch otherwise in one load.
 * Untouched requests are left out.
 */
export function selected(
  pair: Pair<Trial>,
  asked: readonly ReadRequest[],
  { touch, causes }: Touched,
  cpuSeconds: Covered["cpuSeconds"],
): Selected {
  const placesOf = (of: string) => [...touch.keys()].filter((i) => touch[i] === of);
  const [direct, indirect] = [placesOf("direct"), placesOf("indirect")];
  // An effect of a request on others shows only in a process that answers it too.
  const isSpreading = causes.includes("effects");
  const inMix = isSpreading ? [...direct, ...indirect].toSorted((a, b) => a - b) : indirect;
  const groups = isSpreading || indirect.length >= MANY ? groupsOf(pair.base, asked, inMix) : [];
  const mixed = new Set(groups.flat());
  const each = [...new Set([...direct, ...indirect.filter((i) => !mixed.has(i))])];
  const alone = each.map((i): Measured => {
    // The weight of a request that is measured alone means nothing.
    return { request: { ...(asked[i] as ReadRequest), share: null }, places: [i] };
  });
  const mixes = groups.map((places, n): Measured => {
    const [first] = places as [number];
    const together = places.map((i) => asked[i]?.name ?? "");
    const more = n === 0 ? "" : ` (${n + 1})`;
    const name = `mix of ${places.length} requests${more}`;
    const request = { ...(asked[first] as ReadRequest), name, share: null, paths: null, together };
    return { request, places };
  });
  const measured = [...mixes, ...alone];
  const sideOf = (side: Trial): Trial => ({
    ...side,
    exchanges: measured.map(({ places }) => exchangeOf(side, asked, places, cpuSeconds)),
    remarks: measured.map(({ places }) => remarksOn(side, places)),
  });
  return {
    base: sideOf(pair.base),
    new: sideOf(pair.new),
    requests: measured.map(({ request }) => request),
    touched: {
      direct: direct.map((i) => asked[i]?.name ?? ""),
      indirect: indirect.length,
      mixed: mixed.size,
      of: asked.length,
      causes: [...causes],
    },
  };
}

/** Returns the places of requests that one load can have, in groups of at least two. A request with its own limits is left out. */
function groupsOf(
  { exchanges }: Trial,
  asked: readonly ReadRequest[],
  places: readonly number[],
): number[][] {
  const groups = Map.groupBy(places, (i) => {
    const [one, exchange] = [asked[i], exchanges[i]];
    if (one === undefined || exchange === undefined || one.gate !== null) return null;
    return loadOf({ asked: one, exchange });
  });
  return [...groups].flatMap(([load, own]) => (load === null || own.length < 2 ? [] : [own]));
}

function exchangeOf(
  { exchanges }: Trial,
  asked: readonly ReadRequest[],
  places: readonly number[],
  cpuSeconds: Covered["cpuSeconds"],
): Trial["exchanges"][number] {
  const requests = places.map((i) => asked[i] as ReadRequest);
  const weights = weightsOf(
    requests,
    places.map((i) => cpuSeconds[i] ?? 0),
  );
  const parts = places.map((i, n) => ({
    asked: requests[n] as ReadRequest,
    exchange: exchanges[i] as Trial["exchanges"][number],
    weight: weights[n] ?? 1,
  }));
  const [first, ...others] = parts;
  if (first === undefined) throw new RangeError("a load needs a request");
  return others.length === 0 ? first.exchange : mixedExchange([first, ...others]);
}

/** Returns the remarks on all of these requests. Those on many say the same with other numbers. */
function remarksOn({ remarks }: Trial, places: readonly number[]): readonly Warning[] {
  const all = places.flatMap((i) => remarks[i] ?? []);
  if (places.length === 1) return all;
  return all.filter(({ code }, i) => all.findIndex((one) => one.code === code) === i);
}
