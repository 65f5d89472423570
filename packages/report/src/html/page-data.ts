import { isCold, isFloor, storeOf, type BlockRecord } from "@deadheat/journal";
import {
  bridgeEstimate,
  cellEstimate,
  rankByFigure,
  rankedFigures,
  spreadsWithStores,
  varianceOf,
  workOf,
  type Cell,
  type Result,
} from "@deadheat/judge";
import { figureLabel, figureValue } from "../content/figures.ts";
import { exact, inOnePlace, type LogEstimate } from "@deadheat/stats";

/** The data in the page: the result, with estimates in place of most raw figures. */
export type PageData = ReturnType<typeof pageData>;

/**
 * Returns the result as the page uses it. The estimate of each log ratio takes the place of the ratios to two
 * references, since the reader may choose any reference. Fields that no view shows are left out.
 */
export function pageData(result: Result) {
  const { bridges, cells, noise, services } = result;
  const scenarios = [...new Set(cells.map(({ scenario }) => scenario))];
  return {
    ...without(result, "services", "shards"),
    spreads: spreadsWithStores(result),
    scenarios: scenarios.map((name) => ({ name, store: storeOf(name, services) })),
    byFigure: scenarios.flatMap((scenario) =>
      rankedFigures.map((figure) => ({
        scenario,
        figure,
        label: figureLabel(figure),
        places: rankByFigure(result, scenario, figure).map((place) => ({
          ...place,
          words: figureValue(figure, place.value),
        })),
      })),
    ),
    noise: { ...noise, aa: noise.aa && { ...noise.aa, blocks: [] } },
    bridges: bridges
      .filter(({ blocks }) => !blocks.some(isCold))
      .map((bridge) => {
        const { floor, scenario } = bridge;
        const log = bridgeEstimate(bridge, varianceOf(result.between));
        return { floor, scenario, log: placed(log, result) };
      }),
    cells: cells.map((cell) => ({ ...shownOf(cell), ...measured(cell, result) })),
  };
}

function shownOf(cell: Cell) {
  return {
    ...without(cell, "cpuPerRequest", "efficiency"),
    cost: cell.cost ? { ...cell.cost, blocks: [] } : null,
    sweep: cell.sweep.map((step) => ({
      ...step,
      requestsPerSecond: step.requestsPerSecond && { ...step.requestsPerSecond, rounds: [] },
      floor: step.floor && { ...step.floor, requestsPerSecond: null },
    })),
  };
}

function without<T extends object, K extends keyof T>(of: T, ...keys: K[]): Omit<T, K> {
  const entries = Object.entries(of).filter(([key]) => !keys.includes(key as K));
  return Object.fromEntries(entries) as Omit<T, K>;
}

/** Returns a cell's blocks and the estimate of ln(efficiency / efficiency of the floor); a floor's own is 0. */
function measured(cell: Cell, result: Result) {
  const own = cell.efficiency?.toFloor.blocks ?? [];
  const floor = isFloor(cell.target) ? exact() : null;
  const log =
    cell.efficiency && (floor ?? (own.length > 0 ? logOf(own, result, cell.scenario) : null));
  return { log, blocks: blocksOf(cell, result).map(blockOf) };
}

/** Returns the blocks of a cell. For a floor they are the bridge's, for node-http/node those of the A/A row. */
function blocksOf({ target, scenario, efficiency }: Cell, { floors, bridges, noise }: Result) {
  if (target === floors.node) {
    return (noise.aa?.blocks ?? []).filter((block) => block.scenario === scenario);
  }
  if (!isFloor(target)) return efficiency?.toFloor.blocks ?? [];
  return bridges.find((b) => b.floor === target && b.scenario === scenario)?.blocks ?? [];
}

function blockOf({ startedAt, stage, sides, machine }: BlockRecord) {
  const { generatorBusy = null, foreign = null } = machine ?? {};
  const work = sides && { new: workOf(sides.new), base: workOf(sides.base) };
  return { startedAt, stage, sides: work, generatorBusy, foreign };
}

function logOf(blocks: readonly BlockRecord[], result: Result, cellsOf: string): LogEstimate {
  const own = result.differences.find(({ scenario }) => scenario === cellsOf);
  return placed(cellEstimate(blocks, varianceOf(result.between), own?.squaredGap), result);
}

/** If the variance between instances is unknown, a warning says so, and the page computes without it. */
function placed(log: LogEstimate, { between }: Result): LogEstimate {
  return varianceOf(between) === null ? inOnePlace(log) : log;
}

/** Returns the data as JSON. Ratios and estimates keep seven digits, other fractions five. */
export function pageJson(result: Result): string {
  return JSON.stringify(pageData(result), (key, value: unknown) => {
    if (typeof value !== "number" || Number.isInteger(value)) return value;
    return Number(value.toPrecision(EXACT.has(key) ? 7 : 5));
  });
}

const EXACT = new Set(["mean", "variance", "constant", "ratio", "lo", "hi"]);
