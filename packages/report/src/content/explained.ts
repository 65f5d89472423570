import type {
  Cost,
  Reasons,
  ExplainedFunction,
  ExplainedMetric,
  ExplainedPlace,
  Kind,
  Stack,
} from "@deadheat/judge";
import { present } from "../format.ts";
import { left, right, tableOf, type Filled, type Section } from "./section.ts";

export type { Explained, ExplainedFunction, ExplainedMetric, Stack } from "@deadheat/judge";

// The words of an explanation, as plain text. The renderers escape them.

export interface Unit {
  readonly symbol: string;
  /** ` per request`, or nothing. */
  readonly per: string;
  /** The number of these units in a base unit. */
  readonly factor: number;
}

const units: Readonly<Record<ExplainedMetric, Unit>> = {
  cpu: { symbol: "µs", per: " per request", factor: 1e6 },
  startup: { symbol: "ms", per: "", factor: 1e3 },
  memory: { symbol: "MB", per: "", factor: 1e-6 },
  "memory-growth": { symbol: "bytes", per: " per request", factor: 1 },
};

const milliseconds: Unit = { symbol: "ms", per: " per request", factor: 1e3 };
/** The CPU time of a request from which it is shown in milliseconds: 10.95 ms instead of 10946.1 µs. */
const SHOWN_IN_MILLISECONDS = 0.002;

/** Returns the unit of everything in an explanation. */
export function unitOf({
  metric,
  whole,
}: Pick<Reasons, "metric"> & Partial<Pick<Reasons, "whole">>): Unit {
  const most = Math.max(whole?.base ?? 0, whole?.new ?? 0);
  return metric === "cpu" && most >= SHOWN_IN_MILLISECONDS ? milliseconds : units[metric];
}

/** Returns `+0.115`, in a unit. */
export function moreWords(cost: number, unit: Unit): string {
  const text = amountWords(cost, unit);
  return cost > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** Returns `13.45`, or `0.115` below 1, in a unit. */
export function amountWords(cost: number, { factor }: Unit): string {
  const value = factor * cost;
  const digits = Math.abs(value) >= 99.95 ? 1 : Math.abs(value) >= 0.9995 ? 2 : 3;
  return (Number(value.toFixed(digits)) || 0).toFixed(digits);
}

/** Returns `[0.09, 0.14]`, or `[?, ?]` if a single round has no spread. */
export function limitsWords({ lo, hi }: Pick<Cost, "lo" | "hi">, unit: Unit): string {
  if (lo === null || hi === null) return "[?, ?]";
  return `[${amountWords(lo, unit)}, ${amountWords(hi, unit)}]`;
}

export const kindWords: Readonly<Record<Kind, string>> = {
  app: "your code",
  framework: "the framework",
  dependency: "dependencies",
  runtime: "the runtime's JavaScript",
  native: "native code",
  gc: "garbage collection",
  threads: "JIT and GC threads",
  boot: "start of the runtime",
  garbage: "garbage",
  unseen: "not seen by the profiler",
};

/** Returns the cost of a stack without that of its calls, in the base and in the new server. */
export function ownCost({ base, new: next, calls }: Stack): [base: number, new: number] {
  return [
    calls.reduce((own, call) => own - call.base, base),
    calls.reduce((own, call) => own - call.new, next),
  ];
}

export function namedOf({ functions }: Pick<Reasons, "functions">): ExplainedFunction[] {
  return functions.filter(({ named }) => named);
}

/** Returns a function's name, and what happened to it: `charset (new)`, `wrap (was wrapFn)`. */
export function nameWords({ name, state, renamedFrom }: ExplainedFunction): string {
  if (renamedFrom !== undefined) return `${name} (was ${renamedFrom})`;
  return { both: name, new: `${name} (new)`, gone: `${name} (removed)` }[state];
}

/** Returns the place of a function: `mime-types index.js:51`, `node:path:12`; empty for native code. */
export function placeWords({
  package: owner,
  file,
  line,
}: Pick<ExplainedFunction, "package" | "file" | "line">): string {
  if (file === null) return "";
  return `${owner === null || owner === "." ? "" : `${owner} `}${file}${line === null ? "" : `:${line}`}`;
}

/** Returns a function and its place: `verify, jsonwebtoken verify.js:122`. Anonymous functions have the name around them. */
export function functionWords(of: ExplainedPlace): string {
  const [name = ""] = of.name.split(" > ");
  const isNamed = !/^anonymous \d+$/.test(name);
  return [isNamed && name, placeWords(of)].filter(Boolean).join(", ");
}

/** Returns `called by verify, jsonwebtoken verify.js:122`; null for a function that a reader can open. */
export function calledByWords({ caller, directCaller }: ExplainedFunction): string | null {
  const isOne = caller?.file === directCaller?.file && caller?.name === directCaller?.name;
  const callers = present([!isOne && directCaller, caller]);
  if (callers.length === 0) return null;
  return `called by ${callers.map(functionWords).join("; for ")}`;
}

/** Returns the place of a function, and its caller: `node:crypto:12, called by verify, jsonwebtoken verify.js:122`. */
export function whereWords(one: ExplainedFunction): string {
  return [placeWords(one), calledByWords(one)].filter(Boolean).join(", ");
}

/** Returns the tables by package and by kind of code. The kinds add up to the metric. */
export function costSections({ kinds, packages, metric, whole }: Reasons): Section[] {
  const unit = unitOf({ metric, whole });
  const section = (title: string, what: string, some: readonly NamedCost[]): Section => {
    const columns: readonly Filled<NamedCost>[] = [
      [left(what), ({ name }) => name],
      [right(`base, ${unit.symbol}`), ({ cost }) => amountWords(cost.base, unit)],
      [right(`new, ${unit.symbol}`), ({ cost }) => amountWords(cost.new, unit)],
      [right("change"), ({ cost }) => moreWords(cost.difference, unit)],
      [right("95 % interval"), ({ cost }) => limitsWords(cost, unit)],
    ];
    return { title, lead: [], ...tableOf(columns, some), notes: [] };
  };
  const shown = packages.slice(0, MOST_PACKAGES).map(({ name, cost }) => {
    return { name: name === "." ? kindWords.app : name, cost };
  });
  return [
    section("By package", "package", shown),
    section(
      "By kind of code",
      "kind of code",
      kinds
        .filter(({ cost }) => cost.base !== 0 || cost.new !== 0)
        .map(({ name, cost }) => ({ name: kindWords[name], cost })),
    ),
  ];
}

interface NamedCost {
  readonly name: string;
  readonly cost: Cost;
}
const MOST_PACKAGES = 8;
