import { coreSentence, eachRequest, overFloor, type Costly } from "../../content/request-cost.ts";
import { rankedOf, type Cell, type PageData } from "./page-data.ts";
import { relativeTo, relativeToFloor } from "./ratios.ts";

/**
 * Returns the CPU time of a request on the scale of node-http/node, or in a scenario without Node of the runtime's floor.
 * null if that server was not measured.
 */
export function requestCost(cell: Cell, data: PageData): Costly | null {
  const { target, runtime, scenario } = cell;
  const ranked = rankedOf(data, scenario);
  const cellOf = (name: string) => ranked.find((one) => one.target === name);
  const floorCell = cellOf(data.floors[runtime]);
  const reference = cellOf(data.floors.node) ?? floorCell;
  const perSecond = reference?.requestsPerCpuSecond ?? null;
  const ratio = reference && relativeTo(cell, reference, data);
  if (!ratio || perSecond === null) return null;
  const floorRatio = floorCell && relativeTo(floorCell, reference, data);
  const floor = floorRatio ? eachRequest(1 / perSecond, floorRatio).at : null;
  const toFloor = relativeToFloor(cell);
  const over = floor !== null && toFloor ? overFloor(floor, toFloor) : null;
  return { target, runtime, each: eachRequest(1 / perSecond, ratio), over, floor };
}

/** Returns what servers add to the floor, and when that keeps a core busy; empty if nothing is known. */
export function coreWords(data: PageData, scenario: string): string {
  const costs = rankedOf(data, scenario).flatMap((cell) => requestCost(cell, data) ?? []);
  return coreSentence(costs, data.floors) ?? "";
}
