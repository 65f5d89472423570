import type { Cell, Result } from "@deadheat/judge";
import { formatPercent, someOf } from "../format.ts";
import { left, type Filled } from "./section.ts";

/** Returns a column with the letters of the instances that measured a cell, or `all`; none for one instance. */
export function instanceColumn({ instances = [] }: Result): Filled<Cell>[] {
  if (instances.length < 2) return [];
  const words = ({ instances: own = [] }: Cell) =>
    own.length === instances.length ? "all" : own.join(" ");
  return [[left("on", 8), words]];
}

const MOST_DUETS = 4;

/** Returns how many instances measured, and how much they differ. Returns nothing for one instance. */
export function instanceSentences({ instances = [], between }: Result): string[] {
  if (instances.length < 2) return [];
  const letters = `${instances[0]?.letter} to ${instances.at(-1)?.letter}`;
  const measured = `Measured on ${instances.length} instances of this class of machine, ${letters}.`;
  if (!between || between.tau === null) return [measured];
  const duets = between.duets
    .toSorted((a, b) => a.p - b.p)
    .map(
      ({ new: next, base, scenario, instances: count, q, df, p }) =>
        `${next} to ${base} (${scenario}, ${count} instances): Q = ${q.toFixed(1)}, ${df} expected, p ${p < 0.001 ? "< 0.001" : `= ${p.toFixed(3)}`}`,
    );
  return [
    `${measured} From one instance to the next, the ratio of two different servers moves by ${formatPercent(between.tau)} ` +
      `(a standard deviation, ${between.df} degrees of freedom). Comparisons between instances include this; ` +
      "comparisons within an instance do not.",
    `How well they agree (Cochran's Q): ${someOf(duets, MOST_DUETS, "; ")}.`,
  ];
}
