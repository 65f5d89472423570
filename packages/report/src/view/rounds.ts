import { workOf, type Cell, type Result } from "@deadheat/judge";
import { isFloor, type RoundRecord } from "@deadheat/journal";
import { left, right } from "../content/section.ts";
import { formatMicroseconds, formatRatio } from "../format.ts";
import { changeScale, tickWords } from "./parts/change-scale.ts";
import { folded, hint } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { plotTable } from "./parts/plot.ts";

/** The CPU seconds of both servers for one request, in one round. */
interface Round {
  readonly new: number;
  readonly base: number;
}

/** A round is drawn no farther than this from the mean of its target's rounds. */
const WIDEST = 1.5;

/** Returns every round of the cells: a dot for each on one axis, and the numbers in the order of measuring. */
export function roundsTable(result: Result, scenario: string, cells: readonly Cell[]) {
  const rows = cells.flatMap((cell) => {
    const records = recordsOf(cell, result);
    const rounds = records.flatMap(roundOf);
    return rounds.length === 0
      ? []
      : [{ cell, rounds, lost: records.length - rounds.length, mean: meanOf(rounds) }];
  });
  if (rows.length === 0) return null;
  const partner = (cell: Cell) => result.floors[isFloor(cell.target) ? "node" : cell.runtime];
  const range = (rounds: readonly Round[], side: keyof Round) => {
    const own = rounds.map((round) => round[side]);
    return [Math.min(...own), Math.max(...own)].map((one) => formatMicroseconds(one)).join(" to ");
  };
  const ends = rows.flatMap(({ rounds, mean }) =>
    rounds.map((round) => Math.min(WIDEST, Math.max(1 / WIDEST, ratioOf(round) / mean))),
  );
  const table = plotTable<(typeof rows)[number]>({
    label: `${scenario}: every round`,
    rows,
    kind: "every-round",
    name: ["target", ({ cell }) => targetName(cell)],
    drawn: [
      {
        name: "each round, to the mean of its target",
        of: ({ cell: { runtime }, rounds, mean }) =>
          rounds.map((round) => {
            const at = ratioOf(round) / mean;
            return { runtime, at, lo: at, hi: at };
          }),
        format: tickWords,
        scale: changeScale(ends),
        one: true,
      },
    ],
    columns: [
      [right("µs per request"), ({ rounds }) => range(rounds, "new")],
      [left("next to"), ({ cell }) => partner(cell)],
      [right("its µs"), ({ rounds }) => range(rounds, "base")],
      [
        left("ratio of each round"),
        ({ rounds, lost }) =>
          rounds.map((round) => formatRatio(ratioOf(round))).join(" ") +
          (lost > 0 ? `; ${lost} void` : ""),
      ],
    ],
  });
  const lead =
    "The two servers of a round run at the same moment: if the machine is slow, both take longer, and their ratio stays. " +
    "A dot far from the others is a disturbed round; two groups of dots are processes that start in one of two modes.";
  return folded(`${scenario}: every round`, hint(lead), table);
}

/** Returns the rounds of a cell. For a floor they are the bridge's, for node-http/node those of the A/A row. */
function recordsOf(
  { target, scenario, efficiency }: Cell,
  { floors, bridges, noise }: Result,
): readonly RoundRecord[] {
  if (target === floors.node) {
    return (noise.aa?.rounds ?? []).filter((round) => round.scenario === scenario);
  }
  if (!isFloor(target)) return efficiency?.toFloor.rounds ?? [];
  return bridges.find((b) => b.floor === target && b.scenario === scenario)?.rounds ?? [];
}

/** Returns nothing for a void round. */
function roundOf({ sides }: RoundRecord): Round[] {
  if (sides === null) return [];
  const [next, base] = [workOf(sides.new), workOf(sides.base)];
  return [{ new: next.cpuSeconds / next.good, base: base.cpuSeconds / base.good }];
}

function ratioOf({ new: next, base }: Round): number {
  return base / next;
}

function meanOf(rounds: readonly Round[]): number {
  return Math.exp(rounds.reduce((sum, round) => sum + Math.log(ratioOf(round)), 0) / rounds.length);
}
