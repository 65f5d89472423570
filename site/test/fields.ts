import { readFileSync } from "node:fs";
import { join } from "node:path";
import { floors, isFloor, runtimeOf } from "@deadheat/journal";
import {
  anotherHour,
  bridgeEstimate,
  cellEstimate,
  priorIn,
  pageCosts,
  calmSlowdownIn,
  varianceOf,
  type Cell,
  type Result,
} from "@deadheat/judge";
import { difference, exact, inOnePlace, interval, sum, type LogEstimate } from "@deadheat/stats";
import { readResult } from "deadheat/parts";

// Looks up what a page says in the result files, without the code that built the page.

const known = new Map<string, { raw: unknown; result: Result }>();

function fileOf(results: string, name: string) {
  const path = join(results, name, "result.json");
  const own = known.get(path) ?? {
    raw: JSON.parse(readFileSync(path, "utf8")) as unknown,
    result: readResult(path),
  };
  known.set(path, own);
  return own;
}

/** Returns the value of a field such as `epyc/2026-11-24-text#cells.3.cpuPerRequest`, as the file has it. */
export function fieldAt(results: string, from: string): unknown {
  const [name = "", path = ""] = from.split("#");
  return path
    .split(".")
    .reduce<unknown>((of, key) => (of as Record<string, unknown>)[key], fileOf(results, name).raw);
}

/** The values that a rule may give. An interval has two, and a ratio of two targets three. */
export function valuesOf(results: string, by: string, from: readonly string[]): number[] {
  const number = (at: string) => fieldAt(results, at) as number;
  const [first = ""] = from;
  if (by === "") return [number(first)];
  if (by === "ranked") return [rankedIn(results, first)];
  if (by === "each" || by === "over") return costOf(results, by, first);
  if (by.endsWith("spread")) return [spreadOf(results, by, from)];
  if (by.startsWith("page")) return pageOf(results, by, first);
  if (by === "ratio") return ratioOf(results, from);
  if (by === "hour") return hourOf(results, from);
  throw new Error(`there is no rule ${by}`);
}

/** The CPU time of a request on the scale of the scenario, or what of it is beyond that of the floor, with its interval. */
function costOf(results: string, by: "each" | "over", from: string): number[] {
  const [name = "", path = ""] = from.split("#");
  const { cells, floors: own } = fileOf(results, name).result;
  const cell = cells[Number(path.split(".")[1])]!;
  const named = (target: string) =>
    cells.find((one) => one.target === target && one.scenario === cell.scenario)!;
  const { toFloor, toNodeHttp } = cell.efficiency!;
  const floor = named(own[cell.runtime]);
  const scale = (toNodeHttp ? named(own.node) : floor).cpuPerRequest!;
  const floorCost = scale / (toNodeHttp ? floor.efficiency!.toNodeHttp!.ratio : 1);
  const { ratio, lo, hi } = by === "over" ? toFloor : (toNodeHttp ?? toFloor);
  return [ratio, lo, hi].map((value) =>
    by === "over" ? floorCost / value - floorCost : scale / value,
  );
}

/** The cost of a page and its interval, from the rounds. */
function pageOf(results: string, by: string, from: string): number[] {
  const [name = "", path = ""] = from.split("#");
  const { cells } = fileOf(results, name).result;
  const cost = pageCosts(cells).find(({ cell }) => cell === cells[Number(path.split(".")[1])]);
  if (!cost) return [];
  if (by === "page-times") return [cost.cpu.mean / (cost.cpu.mean - cost.overFloor.mean)];
  const { mean, lo, hi } = { page: cost.cpu, "page-over": cost.over }[by] ?? cost.overFloor;
  return [mean, lo, hi];
}

/** The largest cost of a page in several runs over the smallest, less one: in time, or in multiples of the floor. */
function spreadOf(results: string, by: string, from: readonly string[]): number {
  const of = by === "page-spread" ? "page" : "page-times";
  const values = from.map((one) => pageOf(results, of, one)[0] ?? Number.NaN);
  return Math.max(...values) / Math.min(...values) - 1;
}

/** The limits of a ratio in another hour, by the rule of docs/method.md. */
function hourOf(results: string, from: readonly string[]): number[] {
  const [ratio = 1, lo = 1, hi = 1] = ratioOf(results, from);
  const { result } = fileOf(results, from[0]!.split("#")[0]!);
  const later = anotherHour({ ratio, lo, hi }, calmSlowdownIn(result));
  return later === null ? [] : [later.lo, later.hi];
}

function rankedIn(results: string, from: string): number {
  const [name = "", scenario = ""] = from.split("#");
  const { cells } = fileOf(results, name).result;
  return cells.filter((cell) => cell.scenario === scenario && cell.rank !== null).length;
}

/** Compares two cells by their rounds. */
function ratioOf(results: string, from: readonly string[]): number[] {
  const [a = "", b = ""] = from;
  const { result } = fileOf(results, a.split("#")[0]!);
  const cellAt = (at: string) => result.cells[Number(at.split(".")[1])] as Cell;
  const [own, other] = [cellAt(a), cellAt(b)];
  const across = runtimeOf(own.target) !== runtimeOf(other.target);
  const whole = (cell: Cell) => {
    const { toFloor, bridge } = logs.getOrInsertComputed(cell, () => logsOf(result, cell));
    return across ? sum(toFloor, bridge) : toFloor;
  };
  const { ratio, lo, hi } = interval(difference(whole(own), whole(other)));
  return [ratio, lo, hi];
}

interface Logs {
  readonly toFloor: LogEstimate;
  readonly bridge: LogEstimate;
}

/** Each cell is in hundreds of ratios. */
const logs = new WeakMap<Cell, Logs>();

function logsOf(result: Result, { target, runtime, scenario, efficiency }: Cell): Logs {
  const variance = varianceOf(result.between);
  const prior = priorIn(result, scenario);
  const placed = (log: LogEstimate) => (variance === null ? inOnePlace(log) : log);
  const found = result.bridges.find(
    (one) => one.floor === floors[runtime] && one.scenario === scenario,
  );
  return {
    toFloor: isFloor(target)
      ? exact()
      : placed(cellEstimate(efficiency?.toFloor.rounds ?? [], variance, prior)),
    bridge: found ? placed(bridgeEstimate(found, variance, prior)) : exact(),
  };
}
