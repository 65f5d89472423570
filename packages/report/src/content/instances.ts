import type { Cell, Result } from "@deadheat/judge";
import { formatPercent } from "../format.ts";
import { left } from "./section.ts";
import type { RankingColumn } from "./ranking.ts";

/** The letters of those that measured a cell; of many, that it was all of them. */
export function instanceWords(
  { instances: own = [] }: Pick<Cell, "instances">,
  { instances = [] }: Pick<Result, "instances">,
): string {
  return own.length > 1 && own.length === instances.length ? "all" : own.join(" ");
}

/** Where several instances of a class of machines measured: on which of them. */
export function instanceColumn(result: Result): RankingColumn[] {
  if ((result.instances?.length ?? 0) < 2) return [];
  return [[left("on", 8), (cell) => instanceWords(cell, result)]];
}

/** As many duets as a person reads. */
const MOST_DUETS = 4;

/** How many instances measured, and by how much they differ; nothing where there was one. */
export function instanceSentences({ instances = [], between }: Result): string[] {
  if (instances.length < 2) return [];
  const letters = `${instances[0]?.letter} to ${instances.at(-1)?.letter}`;
  const measured = `Measured on ${instances.length} instances of this class of machine, ${letters}.`;
  if (!between || between.tau === null) return [measured];
  const told = between.duets
    .toSorted((a, b) => a.p - b.p)
    .slice(0, MOST_DUETS)
    .map(
      ({ target, reference, scenario, instances: count, q, df, p }) =>
        `${target} to ${reference} (${scenario}, ${count} instances) Q = ${q.toFixed(1)}, ${df} expected, ${pWords(p)}`,
    );
  const more = between.duets.length - told.length;
  return [
    `${measured} From one to the next a ratio of unlike servers moves by ${formatPercent(between.tau)} (tau, the sd between ` +
      `instances, ${between.df} degrees of freedom): a comparison of what different ones measured carries that, one ` +
      "within an instance does not.",
    `How well they agree (Cochran's Q): ${told.join("; ")}${more > 0 ? `; and ${more} more` : ""}.`,
  ];
}

function pWords(p: number): string {
  return p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`;
}
