import type { Runtime } from "@deadheat/journal";
import type { Ratio } from "@deadheat/stats";
import { formatCount, formatMicroseconds, isKnown } from "../format.ts";

/** A time in seconds with its 95 % interval, which is infinite if nothing is known about the bounds. */
interface Seconds {
  readonly at: number;
  readonly lo: number;
  readonly hi: number;
}

/** Returns the CPU time of a request: that of the reference, divided by the ratio to the reference. */
export function eachRequest(reference: number, { ratio, lo, hi }: Ratio): Seconds {
  const at = reference / ratio;
  if (!isKnown({ lo, hi })) return { at, lo: -Infinity, hi: Infinity };
  return { at, lo: reference / hi, hi: reference / lo };
}

/** Returns the CPU time that a request takes beyond that of the floor: the floor's time and the ratio to the floor. */
export function overFloor(floor: number, ratio: Ratio): Seconds {
  const { at, lo, hi } = eachRequest(floor, ratio);
  return { at: at - floor, lo: lo - floor, hi: hi - floor };
}

/** Returns `11.4 [11.3, 11.5]`, in microseconds; `10.3` for the reference itself. */
export function eachWords({ at, lo, hi }: Seconds): string {
  if (lo === hi) return formatMicroseconds(at);
  const words = (of: number) => formatMicroseconds(of, at);
  if (hi === Infinity) return `${words(at)} [?, ?]`;
  return `${words(at)} [${words(lo)}, ${words(hi)}]`;
}

/** Returns `+1.11 [1.03, 1.18]`, in microseconds. */
export function overWords(over: Seconds): string {
  const words = eachWords(over);
  return words.startsWith("-") ? words : `+${words}`;
}

/** A server of a scenario, with what a request costs it. */
export interface Costly {
  readonly target: string;
  readonly runtime: Runtime;
  readonly each: Seconds;
  /** The time beyond that of the floor of its runtime; null if the floor was not measured. */
  readonly over: Seconds | null;
  /** The floor's own time; null likewise. */
  readonly floor: number | null;
}

/**
 * Returns what the cheapest and the most expensive server add to the floor of their runtime, and at how many requests per
 * second that is one more core. It is about the first runtime that has a server besides its floor; null if none has.
 */
export function coreSentence(
  costs: readonly Costly[],
  floors: Readonly<Record<Runtime, string>>,
): string | null {
  const servers = costs.filter(({ target, runtime }) => target !== floors[runtime]);
  for (const runtime of Object.keys(floors) as Runtime[]) {
    const own = servers.filter((one) => one.runtime === runtime);
    const floor = own[0]?.floor ?? null;
    if (floor !== null) return sentenceOf({ name: floors[runtime], floor }, own);
  }
  return null;
}

function sentenceOf(
  { name, floor }: { readonly name: string; readonly floor: number },
  servers: readonly Costly[],
): string {
  const lead = `A request takes ${formatMicroseconds(floor)} µs of CPU at ${name}`;
  const told = servers
    .flatMap(({ target, over }) => (over !== null && over.lo > 0 ? [{ target, over }] : []))
    .toSorted((a, b) => a.over.at - b.over.at);
  const [cheapest] = told;
  const mostExpensive = told.at(-1);
  if (cheapest === undefined || mostExpensive === undefined) {
    return `${lead}. No other server is proven to need more.`;
  }
  const named = cheapest === mostExpensive ? [mostExpensive] : [cheapest, mostExpensive];
  const more = named.map(({ target, over }) => {
    const rate = formatCount(Number((1 / over.at).toPrecision(2)));
    return `${target} adds ${eachWords(over).replace(" ", " µs ")}, which is one more core at ${rate} requests/s`;
  });
  return `${lead}. ${more.join("; ")}.`;
}
