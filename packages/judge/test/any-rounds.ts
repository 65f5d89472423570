import * as fc from "fast-check";
import type { Checkpoint, RoundRecord } from "@deadheat/journal";
import { costRecord, roundRecord, side } from "../../journal/test/records.ts";

// Rounds that have every metric, with ratios from equal to a thousand.

/** A ratio, often 1. */
const anyRatio = fc.oneof(
  fc.constantFrom(1, 1.01, 0.5),
  fc.double({ min: -7, max: 7, noNaN: true }).map(Math.exp),
);
/** The bytes a response that a server leaves behind, often none. */
const anyLeft = fc.oneof(
  fc.constantFrom(0, 16, 900),
  fc.double({ min: -300, max: 1e6, noNaN: true }),
);

interface Drawn {
  readonly ratio: number;
  readonly start: number;
  readonly memory: number;
  readonly latency: number;
  readonly cost: number;
  readonly left: { readonly base: number; readonly new: number };
  readonly isVoid: boolean;
  readonly isCold: boolean;
}

const anyDrawn: fc.Arbitrary<Drawn> = fc.record({
  ratio: anyRatio,
  start: anyRatio,
  memory: anyRatio,
  latency: anyRatio,
  cost: anyRatio,
  left: fc.record({ base: anyLeft, new: anyLeft }),
  isVoid: fc.nat(9).map((die) => die === 0),
  isCold: fc.nat(9).map((die) => die === 0),
});

/** Whether servers report their resident memory, and whether growth was measured, which are the same in all rounds. */
export interface Seen {
  readonly resident: boolean;
  readonly growth: boolean;
}

export const anySeen: fc.Arbitrary<Seen> = fc.record({
  resident: fc.boolean(),
  growth: fc.boolean(),
});

/** Returns the rounds of two servers, void ones too. @param most the largest number of rounds */
export function anyRounds(
  target: string,
  reference: string,
  most: number,
): fc.Arbitrary<RoundRecord[]> {
  return fc
    .tuple(fc.array(anyDrawn, { maxLength: most }), anySeen)
    .map(([drawn, seen]) => drawn.map((one, i) => roundOf(target, reference, i + 1, one, seen)));
}

function roundOf(
  target: string,
  reference: string,
  n: number,
  { ratio, start, memory, latency, cost, left, isVoid, isCold }: Drawn,
  { resident, growth }: Seen,
): RoundRecord {
  const role = target === reference ? "aa" : "cell";
  const plain = roundRecord(target, reference, n, 1, { role });
  if (isVoid) return { ...plain, void: "exited with code 7", sides: null, machine: null };
  const base = side(50_000, 0.5);
  const next = {
    ...side(50_000, 0.5 / ratio),
    startup: { ready: 0.1 * start, firstByte: 0.11 * start },
    memory: { idle: 60e6 * memory, peak: 90e6 * memory },
  };
  const times = (by: number) => ({ responses: 2000, p50: 1e-3 * by, p99: 9e-3 * by });
  const { rates } = costRecord(target, reference, n, [cost, cost, cost]);
  const { warmup } = plain;
  const late = warmup && { ...warmup, new: { responses: 1, seconds: 60 } };
  return {
    ...plain,
    ...(isCold && late && { warmup: late }),
    sides: { base, new: next },
    further: {
      latency: [null, 0.2].map((fraction) => {
        return { fraction, rate: 2000, void: null, sides: { base: times(1), new: times(latency) } };
      }),
      cost: rates,
      ...(growth && {
        growth: {
          void: null,
          sides: {
            base: checkpoints(left.base, resident),
            new: checkpoints(left.new, resident),
          },
        },
      }),
    },
  };
}

/** Returns a server's memory between six loads of 1,000 requests. */
function checkpoints(left: number, resident: boolean): Checkpoint[] {
  return Array.from({ length: 7 }, (_, i) => {
    const live = 12e6 + 1000 * i * Math.max(left, -1000);
    return { responses: i === 0 ? 0 : 1000, live, resident: resident ? live + 50e6 : null };
  });
}
