import assert from "node:assert/strict";
import type { VerifiedCell } from "../src/verify/verify-all.ts";
import { deadheat } from "./command.ts";

/** Runs `bench verify` and asserts that no cell failed. */
export async function verify(...args: string[]): Promise<VerifiedCell[]> {
  const { code, stdout, stderr } = await deadheat("verify", "--json", ...args);
  const { cells } = JSON.parse(stdout) as { cells: VerifiedCell[] };
  const failed = cells.filter((cell) => cell.status === "failed");
  assert.deepEqual(failed, [], stderr);
  assert.equal(code, 0);
  for (const { status, reason } of cells) assert.equal(status === "ok", reason === null);
  return cells;
}

export const namesOf = (cells: readonly VerifiedCell[]) => [
  ...new Set(cells.map((cell) => cell.scenario)),
];
export const routesWithoutScenario = ["about", "hell", "hey", "notFound"];
