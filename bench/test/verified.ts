import assert from "node:assert/strict";
import { deadheat } from "./command.ts";

export interface Cell {
  readonly target: string;
  readonly scenario: string;
  readonly status: string;
  readonly reason: string | null;
  readonly differences: readonly {
    name: string | null;
    kind: string;
    target: string | number | null;
    floor: string | number | null;
  }[];
  readonly response: { headers: Record<string, string>; bytes: number } | null;
}

/** Runs `bench verify` and asserts that no cell failed. */
export async function verify(...args: string[]): Promise<Cell[]> {
  const { code, stdout, stderr } = await deadheat("verify", "--json", ...args);
  const { cells } = JSON.parse(stdout) as { cells: Cell[] };
  const failed = cells.filter((cell) => cell.status === "failed");
  assert.deepEqual(failed, [], stderr);
  assert.equal(code, 0);
  for (const { status, reason } of cells) assert.equal(status === "ok", reason === null);
  return cells;
}

export const namesOf = (cells: readonly Cell[]) => [...new Set(cells.map((cell) => cell.scenario))];
export const routesWithoutScenario = ["about", "hell", "hey", "notFound"];
