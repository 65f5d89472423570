import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { EnvironmentError, withScratch, type Warning } from "@deadheat/journal";
import { isolation, type Exchange } from "@deadheat/measure";
import { warningWords } from "@deadheat/report/words";
import type { ReadRequest } from "../config/read-requests.ts";
import { movedPort } from "../ready/moved-port.ts";
import { leftOutOf } from "@deadheat/versions";
import { startFailure } from "../ready/start-failure.ts";
import { learnExchanges, NotStarted, type Learning } from "./exchanges.ts";
import { readServedBy } from "../ready/served-by.ts";
import type { PilotedRequest, Pilots } from "./pilots.ts";
import { entrantOf, type Installed } from "../ready/installed.ts";
import { CodeWatch } from "../provenance/code-watch.ts";
import type { Trial } from "../provenance/trial.ts";
import { readTrace, traced } from "../provenance/trace.ts";

export interface Piloting {
  /** The pilots, if the load is fitted to the requests; null if the user decides warm-up and window. */
  readonly pilots: Pilots | null;
}

/** Returns what the comparisons of all sides leave out, and notes it. Of the remarks that only quote other text, one is returned. */
export function remarksOf(
  learned: readonly Pick<Trial, "remarks">[],
  note: (line: string) => void = () => {},
): Warning[] {
  const all = new Map(
    learned.flatMap(({ remarks }) => remarks.flat()).map((one) => [JSON.stringify(one), one]),
  );
  const remarks = [...Map.groupBy(all.values(), sameInOtherWords).values()].map((own) => {
    // The first remark is about the first server alone, the second one about two of them.
    const one = (own[1] ?? own[0]) as Warning;
    const more = own.length - 2;
    const isOneOfMany = more > 0 && (one.code === "not-compared" || one.code === "masked");
    return isOneOfMany ? ({ ...one, facts: { ...one.facts, more } } as Warning) : one;
  });
  for (const one of remarks) note(warningWords(one));
  return remarks;
}

/** Returns the same key for remarks that only quote text of the responses, which is different in each server. */
function sameInOtherWords(remark: Warning): string {
  const isQuoting =
    remark.code === "masked" || (remark.code === "not-compared" && remark.facts.quoted);
  return isQuoting ? `${remark.code} ${remark.facts.request}` : JSON.stringify(remark);
}

/**
 * Starts each side once, to learn its responses and the files that it loads. Pilots, if they are wanted, start it again:
 * a server that is loaded is never traced. A server with a fixed port is started again with its port moved, which the
 * returned side keeps.
 * @throws as `learnExchanges` does
 */
export async function learn<const Sides extends readonly Installed[]>(
  sides: Sides,
  asked: readonly ReadRequest[],
  learning: Learning & Piloting,
): Promise<{ [Which in keyof Sides]: Trial }> {
  let all: readonly Installed[] = sides;
  for (;;) {
    try {
      return (await learnOnce(all, asked, learning)) as { [Which in keyof Sides]: Trial };
    } catch (error) {
      if (!(error instanceof NotStarted)) throw error;
      const side = all.find(({ name }) => name === error.entrant.name) as Installed;
      const port = movedPort(side.movedPort, error.start);
      if (port === null) {
        const words = startFailure(side, error.start, await leftOutOf(side.cwd));
        throw new EnvironmentError(words, { cause: error });
      }
      // Two versions of one server fix the same port.
      const isVersion = !["file", "command"].includes(side.kind);
      const isLike = (one: Installed) =>
        one.name === side.name || (isVersion && one.kind === side.kind);
      all = all.map((one) => (isLike(one) ? { ...one, movedPort: port } : one));
    }
  }
}

async function learnOnce(
  sides: readonly Installed[],
  asked: readonly ReadRequest[],
  learning: Learning & Piloting,
): Promise<Trial[]> {
  return withScratch("trace", async (folder) => {
    const { request, login } = asked[0] as ReadRequest;
    // Each server has a folder, so that it cannot write to the trace of the other one.
    const file = (i: number) => join(folder, String(i), "trace");
    for (const i of sides.keys()) mkdirSync(dirname(file(i)));
    const watches = sides.map((side, i) => new CodeWatch(() => readTrace(file(i), side.root)));
    // An isolated server cannot change the code of another one.
    const isWatched = (await isolation()).mode === "none";
    const entrants = sides.map((side, i) => {
      const entrant = traced(entrantOf(side, { request, ...(login && { login }) }), file(i));
      return { ...entrant, ...(isWatched && { impostor: () => watches[i]?.ready() ?? null }) };
    });
    const found = await learnExchanges(entrants, asked, learning);
    const traces = sides.map((side, i) => readTrace(file(i), side.root));
    const learned = sides.map((side, i): Trial => {
      const loaded = traces[i] ?? null;
      const others = traces.flatMap((trace, j) => (i === j ? [] : (trace?.files ?? [])));
      const isUnchanged = watches[i]?.watch(loaded?.files ?? [], new Set(others));
      const { exchanges = [], remarks = [] } = found[i] ?? {};
      const served = readServedBy(file(i), side);
      const watched = {
        ...side,
        isUnchanged: async () => (await side.isUnchanged()) && isUnchanged?.() === true,
      };
      return { side: watched, exchanges, remarks, loaded, served };
    });
    await runPilots(
      learned,
      asked,
      [...asked.keys()].map((i) => [i]),
      learning,
    );
    return learned;
  });
}

/**
 * Loads each server alone with each request, unless that was done before or the user decides warm-up and window.
 * @param groups the places of the requests whose rounds share two processes
 * @throws EnvironmentError if a server fails under load; Interrupted
 */
export async function runPilots(
  learned: readonly Trial[],
  asked: readonly ReadRequest[],
  groups: readonly (readonly number[])[],
  { pilots }: Piloting,
): Promise<void> {
  for (const { side, exchanges } of learned) {
    for (const group of groups) {
      const requests = group.map((i) => {
        return { name: (asked[i] as ReadRequest).name, exchange: exchanges[i] as Exchange };
      });
      const [{ exchange }] = requests as [PilotedRequest];
      await pilots?.run(entrantOf(side, exchange), requests);
    }
  }
}
