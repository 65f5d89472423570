import { scenarioNamed } from "@deadheat/handlers";
import { logRatios } from "@deadheat/judge";
import {
  UsageError,
  type Journal,
  duetName,
  type Duet,
  isCold,
  type RoundRecord,
} from "@deadheat/journal";
import { fixedRounds, session, type Due } from "@deadheat/runner";
import type { Io } from "deadheat/cli";
import { type Target } from "../../targets/manifest.ts";
import { entrantOf } from "../../targets/entrant.ts";
import { runRound, planRound, drawSeed } from "@deadheat/measure";
import type { Prepared } from "../../plan/prepare.ts";
import {
  CalibrationFailed,
  WINDOW_SECONDS,
  type Instrument,
  type Lab,
  type RoundRequest,
  type Size,
} from "./experiment.ts";

export interface LabOptions {
  readonly size: Size;
  readonly seed?: number | undefined;
}

/** Returns the lab of a calibration. @throws UsageError if a target does not exist */
export function labOf(
  { size, seed }: LabOptions,
  { all, settings, oha }: Prepared,
  journal: Pick<Journal, "append">,
  io: Io,
  underTest: Instrument,
): Omit<Lab, "onAllCpus" | "part"> {
  const target = (name: string): Target => {
    const found = all.find((one) => one.name === name);
    if (found) return found;
    throw new UsageError(
      `${name} is missing. Run \`npx -y pnpm@12.21.0 install\` in a complete clone`,
    );
  };
  const load = {
    ...settings.load,
    windowSeconds: WINDOW_SECONDS[size],
    warmup: underTest.warmup,
  };
  const { pinning } = settings.machine;
  const drawn = seed ?? drawSeed();
  const { exchange } = scenarioNamed("text");
  const entrant = (name: string) => entrantOf(target(name));
  /** The number of rounds that were begun, by pair. It makes the plan of each round a different one. */
  const begun = new Map<string, number>();

  const trial: Lab["trial"] = (duet, n, entrants, own, warmup) =>
    runRound(planRound(duet, n, 1, drawn), entrants, own, {
      oha,
      pinning,
      load: { ...load, warmup },
      signal: io.signal,
    });

  const measured = async (
    { name, new: next, base, warmup = load.warmup }: RoundRequest,
    rounds: number,
    progressOf: (n: number) => string,
  ): Promise<RoundRecord[]> => {
    const role = next === base ? "aa" : "cell";
    const duet: Duet = { role, new: next, base, scenario: "text", rounds: 1 };
    const pair = duetName(duet);
    const entrants = { new: entrant(next), base: entrant(base) };
    const records: RoundRecord[] = [];
    const measure = async function* () {
      const n = (begun.get(pair) ?? 0) + 1;
      begun.set(pair, n);
      yield await trial(duet, n, entrants, exchange, warmup);
    };
    const onRecord = (_: Due, record: RoundRecord) => {
      if (record.void !== null) throw new CalibrationFailed(record.void);
      if (isCold(record)) {
        throw new CalibrationFailed(
          `${pair}: a server did not give the responses that warm it within ${load.warmup.capSeconds} s`,
        );
      }
      records.push(record);
      const ratio = Math.exp(logRatios([record])[0] ?? Number.NaN);
      io.note(`${name}: ${pair}, ${progressOf(records.length)}, ${ratio.toFixed(3)}`);
    };
    const append = (_: Due, record: RoundRecord) => journal.append(record);
    const around = { pinning, signal: io.signal, onRecord };
    await session({ measure }, fixedRounds(rounds, { pair }), { append }, around);
    return records;
  };

  const round: Lab["round"] = async (of, progress) => {
    const [record] = await measured(of, 1, () => progress);
    return record as RoundRecord;
  };

  const duets: Lab["duets"] = ({ n, ...of }) => measured(of, n, (i) => `round ${i} of ${n}`);

  return {
    size,
    oha,
    pinning,
    load,
    seed: drawn,
    signal: io.signal,
    instrument: underTest,
    note: io.note,
    entrant,
    trial,
    round,
    duets,
  };
}
