import { workOf, type Cell, type Result } from "@deadheat/judge";
import { isFloor, type RoundRecord } from "@deadheat/journal";
import { left, right } from "../content/section.ts";
import { formatMicroseconds, formatRatio } from "../format.ts";
import { changeScale, tickWords } from "./parts/change-scale.ts";
import { folded, hint, type Element } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { plotTable } from "./parts/plot.ts";

/** The CPU seconds of both servers for one answer, in one race. */
interface Race {
  readonly new: number;
  readonly base: number;
}

/** A race is not drawn farther than this from the mean of its target's races. */
const WIDEST = 1.5;

/** Returns every race of the cells: a dot for each on one axis, and the metrics in the order of measuring. */
export function racesTable(result: Result, scenario: string, cells: readonly Cell[]) {
  const rows = cells.flatMap((cell) => {
    const rounds = roundsOf(cell, result);
    const races = rounds.flatMap(raceOf);
    return races.length === 0
      ? []
      : [{ cell, races, lost: rounds.length - races.length, mean: meanOf(races) }];
  });
  if (rows.length === 0) return null;
  const beside = (cell: Cell) => result.floors[isFloor(cell.target) ? "node" : cell.runtime];
  const range = (races: readonly Race[], side: keyof Race) => {
    const own = races.map((race) => race[side]);
    return [Math.min(...own), Math.max(...own)].map((one) => formatMicroseconds(one)).join(" to ");
  };
  const ends = rows.flatMap(({ races, mean }) =>
    races.map((race) => Math.min(WIDEST, Math.max(1 / WIDEST, ratioOf(race) / mean))),
  );
  const table = plotTable<(typeof rows)[number]>({
    label: `${scenario}: every race`,
    rows,
    kind: "races",
    name: ["target", ({ cell }) => targetName(cell)],
    drawn: [
      {
        name: "each race, to the mean of its target",
        of: ({ cell: { runtime }, races, mean }) =>
          races.map((race) => {
            const at = ratioOf(race) / mean;
            return { runtime, at, lo: at, hi: at };
          }),
        format: tickWords,
        scale: changeScale(ends),
        one: true,
      },
    ],
    columns: [
      [right("us a request"), ({ races }) => range(races, "new")],
      [left("beside"), ({ cell }) => beside(cell)],
      [right("its us"), ({ races }) => range(races, "base")],
      [
        left("ratio of each race"),
        ({ races, lost }) =>
          races.map((race) => formatRatio(ratioOf(race))).join(" ") +
          (lost > 0 ? `; ${lost} void` : ""),
      ],
    ],
  });
  const lead =
    "The two servers of a race run at the same moment: if the machine is slow, both take longer, and their ratio stays. " +
    "A dot far from the others is a disturbed race; two groups of dots are processes that start in one of two speeds.";
  return folded(`${scenario}: every race`, hint(lead), table) satisfies Element;
}

/** Returns the rounds of a cell. For a floor they are the bridge's, for node-http/node those of the A/A row. */
function roundsOf(
  { target, scenario, efficiency }: Cell,
  { floors, bridges, noise }: Result,
): readonly RoundRecord[] {
  if (target === floors.node) {
    return (noise.aa?.rounds ?? []).filter((round) => round.scenario === scenario);
  }
  if (!isFloor(target)) return efficiency?.toFloor.rounds ?? [];
  return bridges.find((b) => b.floor === target && b.scenario === scenario)?.rounds ?? [];
}

/** Returns nothing for a void race. */
function raceOf({ sides }: RoundRecord): Race[] {
  if (sides === null) return [];
  const [next, base] = [workOf(sides.new), workOf(sides.base)];
  return [{ new: next.cpuSeconds / next.good, base: base.cpuSeconds / base.good }];
}

function ratioOf({ new: next, base }: Race): number {
  return base / next;
}

function meanOf(races: readonly Race[]): number {
  return Math.exp(races.reduce((sum, race) => sum + Math.log(ratioOf(race)), 0) / races.length);
}
