import { scenarioNamed } from "@deadheat/handlers";
import { logRatios } from "@deadheat/judge";
import { UsageError, type Journal, duetName, type Duet, isCold } from "@deadheat/journal";
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
): Omit<Lab, "onAllCpus"> {
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

  const round: Lab["round"] = async (of, progress) => {
    const { name, new: next, base, warmup = load.warmup } = of;
    const role = next === base ? "aa" : "cell";
    const duet: Duet = { role, new: next, base, scenario: "text", rounds: 1 };
    const key = duetName(duet);
    const number = (begun.get(key) ?? 0) + 1;
    begun.set(key, number);
    const entrants = { new: entrant(next), base: entrant(base) };
    const record = await trial(duet, number, entrants, exchange, warmup);
    journal.append(record);
    if (record.void !== null) throw new CalibrationFailed(record.void);
    if (isCold(record)) {
      throw new CalibrationFailed(
        `${key}: a server did not give the responses that warm it within ${load.warmup.capSeconds} s`,
      );
    }
    const ratio = Math.exp(logRatios([record])[0] ?? Number.NaN);
    io.note(`${name}: ${key}, ${progress}, ${ratio.toFixed(3)}`);
    return record;
  };

  const duets: Lab["duets"] = ({ n, ...of }) =>
    Array.fromAsync({ length: n }, (_, i) => round(of, `round ${i + 1} of ${n}`));

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
