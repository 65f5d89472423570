import { messageOf, type Fit, type Load, type Runtime, EnvironmentError } from "@deadheat/journal";
import {
  asked,
  fitForSearch,
  warmupForSearch,
  fitOf,
  pilot,
  slowness,
  VoidRound,
  launch,
  LaunchError,
  type Bench,
  type Entrant,
  type Exchange,
  type GivenFit,
  type Pair,
  type Pilot,
  type Server,
} from "@deadheat/measure";
import { OhaError } from "@deadheat/oha";
import { formatCpu } from "@deadheat/report/format";
import type { Note } from "../step.ts";

export interface PilotedRequest {
  readonly name: string;
  readonly exchange: Exchange;
}

/** The pilots of a command: each server is loaded once with each request before the first round. */
export class Pilots {
  readonly #bench: Bench;
  readonly #given: GivenFit;
  readonly #note: Note;
  readonly #known = new Map<string, Pilot>();
  /** The connections that the last server needed, by request. */
  readonly #connections = new Map<string, number>();
  /** One number for all servers, so that they are sorted by the same limits; null before the first pilot. */
  #slowness: number | null = null;

  constructor(bench: Bench, given: GivenFit, note: Note) {
    this.#bench = bench;
    this.#given = given;
    this.#note = note;
  }

  /**
   * Starts a server and loads it, to find the warm-up and the window that each request needs after those before it.
   * @throws EnvironmentError if the server fails under load
   */
  async run(entrant: Entrant, requests: readonly PilotedRequest[]): Promise<void> {
    if (requests.every(({ name }) => this.#known.has(keyOf(entrant.name, name)))) return;
    const { signal, pinning } = this.#bench;
    const slower = (this.#slowness ??= slowness(pinning));
    let said = false;
    const heavy = (perResponse: number) => {
      const phase = `${entrant.name}: finding out how much warm-up it needs`;
      const step = { phase, done: 0, of: null, estimate: "", secondsLeft: null };
      // A log gets one line per server, a terminal the latest one.
      if (!said)
        this.#note(`${phase}, at about ${formatCpu(perResponse)} of CPU per request`, step);
      said = true;
    };
    let server: Pick<Server, "stop" | "died"> | null = null;
    try {
      const launched = await launch(entrant, pinning, signal);
      server = launched;
      let { readySeconds } = launched;
      for (const [i, { name, exchange }] of requests.entries()) {
        const own = await asked({ ...launched, readySeconds, exchange }, signal);
        const hint = this.#given.connections ? "given" : this.#connections.get(name);
        const found = await pilot(own, this.#bench, slower, hint, i > 0, heavy);
        this.#known.set(keyOf(entrant.name, name), found);
        this.#connections.set(name, found.connections);
        readySeconds = 0;
      }
    } catch (error) {
      const own = [VoidRound, OhaError, LaunchError];
      if (!own.some((kind) => error instanceof kind)) throw error;
      throw new EnvironmentError(server?.died() ?? messageOf(error), { cause: error });
    } finally {
      await server?.stop();
    }
  }

  /**
   * Returns the fit of two servers; null if the usual load fits, or if one was not piloted.
   * @param roundSeconds the longest round of which a budget holds enough; null without a budget
   */
  fit(
    request: string,
    names: Pair<string>,
    runtimes: readonly Runtime[],
    roundSeconds: number | null,
  ): Fit | null {
    const base = this.#known.get(keyOf(names.base, request));
    const next = this.#known.get(keyOf(names.new, request));
    if (!base || !next) return null;
    const given = { ...this.#given, roundSeconds };
    return fitOf({ base, new: next }, this.#bench.load, runtimes, given);
  }

  /** Returns the expected responses per second of two servers in a warm-up, each alone; null if one was not piloted. */
  paces(request: string, names: Pair<string>): Pair<number> | null {
    const base = this.#known.get(keyOf(names.base, request));
    const next = this.#known.get(keyOf(names.new, request));
    if (!base || !next) return null;
    const paceOf = ({ cheap, perSecond }: Pilot) => (cheap ? GAIN_BY_WARMTH : 1) * perSecond;
    return { base: paceOf(base), new: paceOf(next) };
  }

  /** Returns the fit of the two servers that need the longest warm-up by CPU time and by responses. */
  widest(
    request: string,
    names: readonly string[],
    runtimes: readonly Runtime[],
    floor: "with floor" | "without floor",
  ): Fit | null {
    const known = names.flatMap((name) => this.#known.get(keyOf(name, request)) ?? []);
    if (floor === "with floor" && known.length > 0) known.push(cheapPilot(this.#slowness ?? 1));
    const most = (of: (one: Pilot) => number) => known.toSorted((a, b) => of(b) - of(a))[0];
    const [base, next] = [
      most((one) => one.cpuSeconds),
      known.find(({ cheap }) => cheap) ?? most((one) => one.responses),
    ];
    if (!base || !next) return null;
    return fitOf({ base, new: next }, this.#bench.load, runtimes, this.#given);
  }

  /**
   * Returns the window of cheap servers. In a slow hour the ratio varies more within a window, so a longer one pays: on a
   * machine four times as slow, windows of 3 s took 0.63 of the time to a given interval (docs/findings.md, "Length of the
   * window").
   */
  windowSeconds(usual: number, roundSeconds: number | null): number {
    const slower = this.#slowness ?? 1;
    if (this.#given.windowSeconds !== null || slower <= 1) return usual;
    // A budget rather holds enough rounds.
    const most = Math.min(LONGEST_CHEAP_WINDOW, (roundSeconds ?? Infinity) / 3);
    return Math.round(10 * Math.max(usual, Math.min(slower * usual, most))) / 10;
  }

  /** Returns the load of a search, unless the user decided the warm-up or the window. */
  loadForSearch(load: Load): Load {
    if (this.#given.responses !== null || this.#given.windowSeconds !== null) return load;
    const { fits, ...usual } = load;
    if (fits !== undefined) {
      const own = Object.entries(fits).map(([name, fit]) => [name, fitForSearch(fit)] as const);
      return { ...usual, fits: Object.fromEntries(own) };
    }
    const costs = [...this.#known.values()].map(({ perResponse }) => perResponse);
    if (costs.length === 0) return load;
    const warmup = warmupForSearch(usual.warmup, Math.min(...costs), this.#slowness ?? 1);
    return { ...usual, warmup };
  }

  /** Returns true if a server was still getting cheaper when its pilot ended. */
  stillWarming(request: string, name: string): boolean {
    const known = this.#known.get(keyOf(name, request));
    return known !== undefined && !known.cheap && !known.flat;
  }
}

const LONGEST_CHEAP_WINDOW = 3;
/** By how much faster than in its pilot a cheap server is in a warm-up: between 1 and 2.2 in gates of four services. */
const GAIN_BY_WARMTH = 1.4;

/** Returns the pilot of a floor, which answers 40,000 requests a second on an ordinary machine. */
const cheapPilot = (slower: number): Pilot => ({
  cheap: true,
  perResponse: slower * 0.00002,
  perSecond: 40_000 / slower,
  responses: 0,
  cpuSeconds: 0,
  flat: false,
  connections: 50,
  busy: 1,
  noise: 0,
  spread: 0.01,
  readySeconds: 0.1,
  slowness: slower,
});

function keyOf(name: string, request: string): string {
  return JSON.stringify([name, request]);
}

/**
 * Returns the load that fits all of these servers: for each request that of the two whose pilots differ most, the one that
 * needs most CPU time and the one that gave most responses until it was warm.
 * @param floor whether servers meet the floor of their runtime, which is cheap and gets no pilot
 */
export function widestLoad(
  { load, pilots }: { readonly load: Load; readonly pilots: Pilots | null },
  sides: readonly { readonly name: string; readonly runtime: Runtime }[],
  requests: readonly { readonly name: string }[],
  floor: "with floor" | "without floor",
): Load {
  const names = sides.map(({ name }) => name);
  const runtimes = sides.map(({ runtime }) => runtime);
  const one = (name: string) => pilots?.widest(name, names, runtimes, floor) ?? null;
  return withFits(
    load,
    requests.map(({ name }) => name),
    one,
  );
}

/**
 * Returns the load with the fits that the pilots of both sides found.
 * @param longest the seconds of a round that an explicit budget holds often enough; null without one
 */
export function fittedLoad(
  { load, pilots }: { readonly load: Load; readonly pilots: Pilots | null },
  { base, new: next }: Pair<{ readonly name: string; readonly runtime: Runtime }>,
  wanted: readonly { readonly name: string }[],
  longest: number | null,
): Load {
  const names = { base: base.name, new: next.name };
  const requests = wanted.map(({ name }) => name);
  const windowSeconds = pilots?.windowSeconds(load.windowSeconds, longest) ?? load.windowSeconds;
  return withFits({ ...load, windowSeconds }, requests, (name) =>
    pilots === null ? null : pilots.fit(name, names, [base.runtime, next.runtime], longest),
  );
}

/**
 * Returns the load for a request whose processes answer no other one. Its fit was found in a process that had been warmed
 * with the requests before it, so their CPU time is added to its warm-up.
 */
export function aloneAfter(load: Load, request: string, before: readonly string[]): Load {
  const { fits = {} } = load;
  const own = fits[request];
  if (own === undefined) return load;
  const cpuSeconds = before.reduce((sum, name) => sum + (fits[name]?.cpuSeconds ?? 0), 0);
  const perResponse = Math.min(own.perResponse.base, own.perResponse.new);
  const fit: Fit = {
    ...own,
    responses: own.responses + Math.ceil(cpuSeconds / perResponse),
    cpuSeconds: own.cpuSeconds + cpuSeconds,
    capSeconds: before.reduce((sum, name) => sum + (fits[name]?.capSeconds ?? 0), own.capSeconds),
  };
  return { ...load, fits: { ...fits, [request]: fit } };
}

function withFits(
  load: Load,
  requests: readonly string[],
  fitWith: (request: string) => Fit | null,
): Load {
  const fits = requests.flatMap((name) => {
    const fit = fitWith(name);
    return fit === null ? [] : [[name, fit] as const];
  });
  return fits.length === 0 ? load : { ...load, fits: Object.fromEntries(fits) };
}
