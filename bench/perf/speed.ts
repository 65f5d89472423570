// Shows whether ratios depend on the machine's speed. Reads journals and prints by how much a round's ratio changes if
// its generators, or its reference, are slower than in other rounds of the same duet.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench speed JOURNAL...
import process from "node:process";
import { studentQuantile } from "@deadheat/stats";
import { efficiency, logRatios } from "@deadheat/judge";
import { readJournal, duetName, isCold, type RoundRecord } from "@deadheat/journal";
import { absolute } from "deadheat/parts";

type Round = RoundRecord & { readonly sides: NonNullable<RoundRecord["sides"]> };

/** The CPU seconds of an answer, of the generators and of the reference. */
const costs: Readonly<Record<string, (round: Round) => number>> = {
  "the generators' CPU time of an answer": ({ sides, machine }) =>
    (machine?.generatorSeconds ?? Number.NaN) / (sides.new.good + sides.base.good),
  "the reference's CPU time of an answer": ({ sides }) => 1 / efficiency(sides.base),
};

const duets: Round[][] = [];
for (const path of process.argv.slice(2)) {
  const { records } = await readJournal(absolute(path));
  const rounds = records.filter(
    (record): record is Round =>
      record.type === "round" && record.sides !== null && !isCold(record),
  );
  duets.push(...[...Map.groupBy(rounds, duetName).values()].filter((own) => own.length > 1));
}
for (const [name, cost] of Object.entries(costs)) console.log(`${name}: ${describe(cost)}`);
if (duets.length === 0) {
  console.error(
    "Name journals (results/runs/<run>/journal/*.jsonl) with two or more rounds of a duet.",
  );
  process.exitCode = 2;
}

/** Describes the slope of ln ratio on ln cost within duets. It is 0 if the ratio does not depend on the cost. */
function describe(cost: (round: Round) => number): string {
  const [x, y]: [number[], number[]] = [[], []];
  let groups = 0;
  for (const own of duets) {
    const told = own.map((round) => Math.log(cost(round)));
    if (told.some(Number.isNaN)) continue;
    x.push(...centred(told));
    y.push(...centred(logRatios(own)));
    groups++;
  }
  const df = x.length - groups - 1;
  if (df < 1) return "too few rounds";
  const [xx, xy, yy] = [dot(x, x), dot(x, y), dot(y, y)];
  const slope = xy / xx;
  const error = Math.sqrt((yy - slope * xy) / df / xx);
  const margin = studentQuantile(0.975, df) * error;
  const sd = (squares: number) => `${(100 * Math.sqrt(squares / (df + 1))).toFixed(1)} %`;
  return (
    `${x.length} rounds of ${groups} duets; it varies by ${sd(xx)}, ratios by ${sd(yy)}; ` +
    `slope ${slope.toFixed(2)} [${(slope - margin).toFixed(2)}, ${(slope + margin).toFixed(2)}], ` +
    `correlation ${(xy / Math.sqrt(xx * yy)).toFixed(2)}`
  );
}

function centred(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}
