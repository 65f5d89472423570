import { InvalidArgumentError, type Command, type OptionValues } from "commander";
import { measures } from "@deadheat/journal";
import { limitNames, measureNames, metricNames, type Measure } from "@deadheat/judge";
import type { ModesRequest } from "@deadheat/runner";
import { metricNamed, limitsFrom, secondsOf, shareOf } from "../config/quantity.ts";
import { SERVICE } from "../config/services.ts";

/** The name of the file that keeps what an option read from standard input. */
export const STANDARD_INPUT = "standard-input";

/** Parses comma-separated texts. Each parser throws an InvalidArgumentError, which commander prints. */
export function list(text: string): string[] {
  const items = text.split(",").map((item) => item.trim());
  if (items.some((item) => item === "")) throw new InvalidArgumentError("An item is empty.");
  return items;
}

export function integers(text: string): number[] {
  return list(text).map(integer);
}

/** Returns a parser that rejects a text of which `read` makes nothing. */
function parser<T>(read: (text: string) => T | null | undefined, message: string) {
  return (text: string): T => {
    const value = read(text) ?? null;
    if (value !== null) return value;
    throw new InvalidArgumentError(message);
  };
}

const numbers = (form: RegExp) => (text: string) => (form.test(text) ? Number(text) : null);

/** Parses a whole number of at most ten digits, as every seed has that deadheat draws. */
export const integer = parser(numbers(/^\d{1,10}$/), "Expected a whole number.");

export const count = parser(numbers(/^[1-9]\d{0,3}$/), "Expected a whole number from 1 on.");

export const rate = parser(numbers(/^[1-9]\d{0,6}$/), "Expected a number of requests per second.");

export const responses = parser(
  numbers(/^[1-9]\d{0,7}$/),
  "Expected a number of requests such as 40000. Warm-up is counted in requests, not in seconds.",
);

export const percent = parser(
  shareOf,
  "Expected a percentage above 0% and below 100%, such as 5% or 0.5%.",
);

export const limits = parser(
  limitsFrom,
  `Expected a percentage above 0% and below 100%, such as 5% or 0.5%, or a limit for each metric, such as cpu:5%,memory-peak:10%,memory-growth:100B. The metrics are ${limitNames.join(", ")}.`,
);

const measureNamed = parser(
  (text) => measureNames.find((one) => one === text),
  `Choose from ${measureNames.join(", ")}.`,
);

export function measuresNamed(text: string): Measure[] {
  return list(text).map(measureNamed);
}

export const metric = parser(metricNamed, `The metrics are ${metricNames.join(", ")}.`);

export const packageName = parser(
  (text) => (/^(?:@[\w.-]+\/)?[\w.][\w.-]*$/.test(text) ? text : null),
  "Expected the name of a package, such as prisma.",
);

export const service = parser(
  (text) => (SERVICE.test(text) ? text : null),
  "Expected postgres, redis, or one with a variable: postgres=PG_URL.",
);

export const duration = parser(secondsOf, "Expected a time such as 90s, 20m or 2h.");

/** Adds the options of what is measured besides CPU time. */
export function withMeasures<C extends Command>(command: C): C {
  return command
    .option("--measure <list>", `what to measure of each target: ${measures.join(",")}`, list)
    .option(
      "-c, --connections <list>",
      "the connections of a sweep, in which each server runs alone (default: 50,100,250,500)",
      integers,
    )
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

export function measuresAsked(options: OptionValues): ModesRequest {
  return {
    measure: options.measure ?? null,
    connections: options.connections ?? null,
    rounds: options.rounds ?? null,
    stepSeconds: options.step ?? null,
    rate: options.rate ?? null,
  };
}
