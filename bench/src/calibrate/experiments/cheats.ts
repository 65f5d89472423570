import process from "node:process";
import { warmupOf, type RoundRecord } from "@deadheat/journal";
import { isolation, type Entrant } from "@deadheat/measure";
import { attacked, type Attacked } from "../lab/attacked.ts";
import { attacks } from "../lab/attacks.ts";
import type { Cheat } from "../lab/cheat.ts";
import { cheatsFor, honest } from "../lab/cheats.ts";
import { roundSecondsOf, type Experiment, type Lab } from "../lab/experiment.ts";

/** The rounds in which a cheat must be seen: those of a short comparison. */
const MOST_ROUNDS = 8;
/** The metric over that of the honest server, below which a cheat has gained something. */
const GAIN = 0.8;

interface Outcome {
  readonly name: string;
  /** The reason that a round was void; null if none was. */
  readonly void: string | null;
  /** The metric over that of the honest server, in the last round; null for a void round. */
  readonly ratio: number | null;
  readonly rounds: number;
}

const exchange = {
  request: { method: "GET", path: "/", headers: {}, body: null },
  response: { status: 200, mediaType: "text/plain", body: "Hello World!" },
};

export const cheats: Experiment = {
  name: "cheats",
  expected:
    "a server that hides its work is seen: its round is void, or its work is counted; a change that attacks a verdict does not pass",
  threshold: () =>
    `within ${MOST_ROUNDS} rounds, each cheat makes a round void, or costs at least ${GAIN} of the honest server; no attack passes, ` +
    "nor does a later change with more work",
  otherwise: "a server can make itself look faster than it is",
  parts: async () => [...(await serversHere(0)), ...attacks].map(({ name }) => name),
  seconds: (_, part) =>
    2 * cheatsFor(0, true).filter(hasWords(part)).length * roundSecondsOf("quick") +
    ATTACK_SECONDS * attacks.filter(hasWords(part)).length,
  run: async (lab) => {
    const outcomes: Outcome[] = [];
    const servers = await serversHere(lab.pinning.generators[0] ?? 0);
    const chosen = servers.filter(hasWords(lab.part));
    const changes = attacks.filter(hasWords(lab.part));
    for (const cheat of chosen) {
      const outcome = await tried(cheat, lab);
      outcomes.push(outcome);
      lab.note(`cheats: ${cheat.name}: ${outcome.void ?? `counted, ${outcome.ratio?.toFixed(2)}`}`);
    }
    const tries: Attacked[] = [];
    for (const attack of changes) {
      const one = await lab.onAllCpus(() => attacked(attack, lab));
      tries.push(one);
      lab.note(`cheats: ${attack.name}: ${one.gain ?? "no gain"} (exit ${one.codes.join(", ")})`);
    }
    return judgeCheats(outcomes, tries);
  },
};

async function serversHere(generatorCpu: number): Promise<ReturnType<typeof cheatsFor>> {
  return cheatsFor(generatorCpu, (await isolation()).mode !== "none");
}

function hasWords(part: string | null = null): (one: { readonly name: string }) => boolean {
  return ({ name }) => part === null || name.includes(part);
}

/** The time of the two commands of an attack. */
const ATTACK_SECONDS = 45;

export function judgeCheats(outcomes: readonly Outcome[], tries: readonly Attacked[] = []) {
  const won = tries.filter(({ gain }) => gain !== null);
  const gained = outcomes.filter(({ ratio }) => ratio !== null && ratio < GAIN);
  const voided = outcomes.filter((one) => one.void !== null).length;
  const counted = outcomes.length - voided - gained.length;
  return {
    observed:
      `${voided} of ${outcomes.length} void, ${counted} counted` +
      gained
        .map(({ name, ratio }) => `\n${name}: ${ratio?.toFixed(2)} of the honest server`)
        .join("") +
      `; ${tries.length - won.length} of ${tries.length} attacks without a gain` +
      won.map(({ name, gain }) => `\n${name}: ${gain}`).join(""),
    pass: gained.length === 0 && won.length === 0,
    metrics: { outcomes, attacks: tries },
  };
}

/** Measures rounds until one is void, or one shows that the cheat gains nothing. */
async function tried(
  { name, source, metric = "cpu", like = honest }: Cheat,
  lab: Lab,
): Promise<Outcome> {
  const entrants = { new: entrant("cheat", source), base: entrant("honest", like) };
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
    ratio = valueOf(record, "new", metric) / valueOf(record, "base", metric);
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

function valueOf(
  { sides }: RoundRecord,
  which: "base" | "new",
  metric: NonNullable<Cheat["metric"]>,
): number {
  const { cpuSeconds = Number.NaN, good = 1, startup, memory } = sides?.[which] ?? {};
  if (metric === "peak") return memory?.peak ?? Number.NaN;
  return metric === "startup" ? (startup?.firstByte ?? Number.NaN) : cpuSeconds / good;
}
