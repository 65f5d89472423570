import process from "node:process";
import { warmupOf, type RoundRecord } from "@deadheat/journal";
import { isolation, type Entrant } from "@deadheat/measure";
import { cheatsFor, honest, type Cheat } from "../lab/cheats.ts";
import { roundSecondsOf, type Experiment, type Lab } from "../lab/experiment.ts";

/** The rounds in which a cheat must be seen: those of a short comparison. */
const MOST_ROUNDS = 8;
/** The CPU time per request over that of the honest server, below which a cheat has gained something. */
const GAIN = 0.8;

interface Outcome {
  readonly name: string;
  /** The reason that a round was void; null if none was. */
  readonly void: string | null;
  /** The CPU time per request over that of the honest server, in the last round; null for a void round. */
  readonly ratio: number | null;
  readonly rounds: number;
}

const exchange = {
  request: { method: "GET", path: "/", headers: {}, body: null },
  response: { status: 200, mediaType: "text/plain", body: "Hello World!" },
};

export const cheats: Experiment = {
  name: "cheats",
  expected: "a server that hides its work is seen: its round is void, or its work is counted",
  threshold: () =>
    `within ${MOST_ROUNDS} rounds, each cheat makes a round void, or costs at least ${GAIN} of the honest server`,
  otherwise: "a server can make itself look faster than it is",
  seconds: () => 2 * cheatsFor(0, true).length * roundSecondsOf("quick"),
  run: async (lab) => {
    const outcomes: Outcome[] = [];
    const { mode } = await isolation();
    for (const cheat of cheatsFor(lab.pinning.generators[0] ?? 0, mode !== "none")) {
      const outcome = await tried(cheat, lab);
      outcomes.push(outcome);
      lab.note(`cheats: ${cheat.name}: ${outcome.void ?? `counted, ${outcome.ratio?.toFixed(2)}`}`);
    }
    return judgeCheats(outcomes);
  },
};

export function judgeCheats(outcomes: readonly Outcome[]) {
  const gained = outcomes.filter(({ ratio }) => ratio !== null && ratio < GAIN);
  const voided = outcomes.filter((one) => one.void !== null).length;
  const counted = outcomes.length - voided - gained.length;
  return {
    observed:
      `${voided} of ${outcomes.length} void, ${counted} counted` +
      gained
        .map(({ name, ratio }) => `\n${name}: ${ratio?.toFixed(2)} of the honest CPU time`)
        .join(""),
    pass: gained.length === 0,
    metrics: { outcomes },
  };
}

/** Measures rounds until one is void, or one shows that the cheat gains nothing. */
async function tried({ name, source }: Cheat, lab: Lab): Promise<Outcome> {
  const entrants = { new: entrant("cheat", source), base: entrant("honest", honest) };
  let ratio = Number.NaN;
  for (let n = 1; n <= MOST_ROUNDS; n++) {
    const duet = {
      role: "cell",
      new: "cheat",
      base: "honest",
      scenario: "text",
      rounds: 1,
    } as const;
    const record = await lab.trial(duet, n, entrants, exchange, warmupOf(1000));
    if (record.void !== null) return { name, void: record.void, ratio: null, rounds: n };
    ratio = costOf(record, "new") / costOf(record, "base");
    if (ratio >= GAIN) return { name, void: null, ratio, rounds: n };
  }
  return { name, void: null, ratio, rounds: MOST_ROUNDS };
}

function entrant(name: string, source: string): Entrant {
  const command = [process.execPath, "--eval", source];
  const env = { PATH: process.env.PATH ?? "", DEADHEAT_CHEAT: name };
  const room = { tree: process.cwd() };
  return { name, runtime: "node", command, cwd: process.cwd(), env, asks: exchange, room };
}

function costOf({ sides }: RoundRecord, which: "base" | "new"): number {
  const { cpuSeconds = Number.NaN, good = 1 } = sides?.[which] ?? {};
  return cpuSeconds / good;
}
