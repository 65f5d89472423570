import type { Exchange } from "@deadheat/measure";
import type { Learned } from "../learn/learn.ts";
import { entrantOf } from "../ready/side.ts";
import type { ExplainedServer } from "./collected.ts";

/** Returns a learned side as a server to explain. @param i the index of the request */
export function serverOf({ side, exchanges, loaded }: Learned, i: number): ExplainedServer {
  const { name, runtime, found } = side;
  return {
    entrant: entrantOf(side, exchanges[i] as Exchange),
    about: { name, runtime, version: found.version },
    located: side,
    loaded: loaded && [...loaded.packages],
  };
}
