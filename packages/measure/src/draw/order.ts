import type { Duet } from "@deadheat/journal";
import { randomFor, shuffled } from "./random.ts";

/** One block of a duet with its drawn orders. */
export interface PlannedBlock {
  readonly duet: Duet;
  /** The number of the block, from 1. */
  readonly n: number;
  /** The stage; 2 for a block beyond the planned ones. */
  readonly stage: 1 | 2;
  readonly spawnBaseFirst: boolean;
  readonly warmBaseFirst: boolean;
  readonly loadBaseFirst: boolean;
}

/** A cell that is measured alone: swept in turn with its floor, or under open loops. */
export interface SoloCell {
  readonly target: string;
  /** The server that is swept in turn with the target; null if there is none. */
  readonly reference: string | null;
  readonly scenario: string;
  /** The number of its records. */
  readonly steps: number;
  /** The number of answers that warm each of its processes. */
  readonly answers: number;
  /** The approximate seconds per record. */
  readonly secondsEach: number;
}

/** The orders of four blocks: spawn, warm and load start with the reference twice each. */
const ORDERS = [
  [false, false, false],
  [false, true, true],
  [true, false, true],
  [true, true, false],
] as const;

/**
 * Plans block `n` of a duet. Its orders of spawning, warming and loading are drawn. They are balanced within every four
 * blocks (permuted blocks: a half fraction of the 2^3 orders), whatever else is planned.
 */
export function planBlock(duet: Duet, n: number, stage: 1 | 2, seed: number): PlannedBlock {
  const { new: next, base, scenario } = duet;
  const four = Math.floor((n - 1) / ORDERS.length);
  const orders = shuffled(ORDERS, randomFor(seed, next, base, scenario, four));
  const [spawnBaseFirst, warmBaseFirst, loadBaseFirst] = orders[
    (n - 1) % ORDERS.length
  ] as (typeof ORDERS)[number];
  return { duet, n, stage, spawnBaseFirst, warmBaseFirst, loadBaseFirst };
}
