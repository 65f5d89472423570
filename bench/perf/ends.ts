// Reads journals and prints what subtracting the ends of a load costs in spread, and whether another estimate of that fixed
// cost would be better: the mean over the rounds of each cell, or that of each floor over all its rounds.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench ends JOURNAL...
import process from "node:process";
import { readJournal, duetName, isCold, type RoundRecord, type Side } from "@deadheat/journal";
import { efficiency } from "@deadheat/judge";
import { estimate } from "@deadheat/stats";
import { absolute } from "deadheat/parts";

type Round = RoundRecord & { readonly sides: NonNullable<RoundRecord["sides"]> };
type Ended = Side & { readonly ends: NonNullable<Side["ends"]> };

const rounds: Round[] = [];
for (const path of process.argv.slice(2)) {
  const { records } = await readJournal(absolute(path));
  rounds.push(
    ...records.filter(
      (record): record is Round =>
        record.type === "round" &&
        record.role !== "aa" &&
        record.sides?.new.ends !== undefined &&
        // Until 2026-11-24 this scenario was measured in an open loop.
        record.scenario !== "app" &&
        !isCold(record),
    ),
  );
}
const cells = [...Map.groupBy(rounds, duetName).values()].filter((own) => own.length > 2);
if (cells.length === 0) {
  console.error(
    "Name journals (results/runs/<run>/journal/*.jsonl) with three or more rounds of a duet.",
  );
  process.exit(2);
}

const floorRounds = Map.groupBy(rounds, ({ base, scenario }) => `${base} ${scenario}`);
const floorCost = new Map(
  [...floorRounds].map(([name, own]) => [name, mean(own.map(({ sides }) => cost(sides.base)))]),
);

/** Returns ln(ratio) of each round of a cell, with a way to subtract the ends. */
const ways: Readonly<Record<string, (own: readonly Round[]) => number[]>> = {
  "not at all": (own) => own.map(({ sides }) => Math.log(less(sides.new, 0) / less(sides.base, 0))),
  "by round": (own) =>
    own.map(({ sides }) => Math.log(efficiency(sides.new) / efficiency(sides.base))),
  "by cell": (own) => {
    const [next, base] = (["new", "base"] as const).map((which) =>
      mean(own.map(({ sides }) => cost(sides[which]))),
    ) as [number, number];
    return own.map(({ sides }) => Math.log(less(sides.new, next) / less(sides.base, base)));
  },
  "the floor's by run": (own) =>
    own.map(({ sides, base, scenario }) => {
      const known = floorCost.get(`${base} ${scenario}`) ?? 0;
      return Math.log(efficiency(sides.new) / less(sides.base, known));
    }),
};

const estimates = Object.entries(ways).map(([name, of]) => {
  return { name, cells: cells.map((own) => estimate(of(own))) };
});
const byRound = estimates[1]!.cells;
const spread = (all: typeof byRound) => mean(all.map(({ variance, n }) => variance * n));
console.log(`${cells.length} cells, ${cells.flat().length} rounds`);
for (const { name, cells: own } of estimates) {
  const shift = own.map((one, i) => one.mean - byRound[i]!.mean);
  const rms = Math.sqrt(mean(shift.map((one) => one ** 2)));
  console.log(
    `subtracted ${name}: variance of a round ${(spread(own) / spread(byRound)).toFixed(2)} of that by round; the mean ` +
      `differs from it by ${(100 * mean(shift)).toFixed(2)} % on average, ${(100 * rms).toFixed(2)} % rms`,
  );
}

/** Returns the CPU seconds that opening and closing a load's connections cost, by one round. */
function cost(side: Side): number {
  const { ends } = side as Ended;
  return ends.cpuSeconds - ends.good / efficiency(side);
}

/** Returns the efficiency in the window without a fixed cost. */
function less({ good, cpuSeconds }: Side, fixed: number): number {
  return good / (cpuSeconds - fixed);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
