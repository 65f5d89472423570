import type { History, HistoryFacts } from "../documents/history.ts";
import type { Cell, Result } from "../documents/result.ts";
import { stepsOf } from "./steps.ts";

/** Returns the fields of a history that one run measured: cells in the order of versions, and the steps between them. */
export function inVersions(
  facts: HistoryFacts,
  cells: readonly Cell[],
  about: Pick<Result, "margin" | "differences"> & { readonly runId: string },
): Pick<Result, "order" | "history" | "cells"> {
  const ordered = inOrder(facts, cells);
  const steps = stepsOf(facts, ordered, { ...about, between: null });
  return { order: "versions", history: { ...facts, steps }, cells: ordered };
}

export function inOrder({ versions }: Pick<History, "versions">, cells: readonly Cell[]): Cell[] {
  const scenarios = [...new Set(cells.map(({ scenario }) => scenario))];
  const place = new Map(versions.map(({ target }, i) => [target, i]));
  return scenarios.flatMap((scenario) =>
    cells
      .filter((cell) => cell.scenario === scenario)
      .toSorted((a, b) => (place.get(a.target) ?? 0) - (place.get(b.target) ?? 0)),
  );
}
