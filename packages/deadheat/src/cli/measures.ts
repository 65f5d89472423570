import type { Command, OptionValues } from "commander";
import { measures } from "@deadheat/journal";
import type { ModesRequest } from "@deadheat/runner";
import { duration, integer, integers, list } from "./option-values.ts";

export function withMeasures<C extends Command>(command: C): C {
  return command
    .option("--measure <list>", `what to measure of each cell: ${measures.join(",")}`, list)
    .option(
      "--connections <list>",
      "the connections of a sweep, in which each server runs alone (default: 50,100,250,500)",
      integers,
    )
    .option("--rounds <n>", "the rounds of sweep and latency, each in fresh processes", integer)
    .option(
      "--step <time>",
      "the time of each number of connections (default: 2s) and each rate (5s, cost: 4s)",
      duration,
    )
    .option(
      "--rate <n>",
      "the requests/s of every target in open loops (default: 2000)",
      integer,
    ) as C;
}

/** Returns the values of those options; null for an option that is not given. */
export function measuresAsked(options: OptionValues): ModesRequest {
  return {
    measure: options.measure ?? null,
    connections: options.connections ?? null,
    rounds: options.rounds ?? null,
    stepSeconds: options.step ?? null,
    rate: options.rate ?? null,
  };
}
