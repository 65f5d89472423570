import type { Duet } from "@deadheat/journal";
import { randomFor, shuffled } from "./random.ts";

/** One block of a duet with everything about it that is left to chance, already drawn. */
export interface PlannedBlock {
  readonly duet: Duet;
  /** From 1. */
  readonly n: number;
  /** 2: beyond the planned ones. */
  readonly stage: 1 | 2;
  readonly spawnReferenceFirst: boolean;
  readonly warmReferenceFirst: boolean;
  readonly loadReferenceFirst: boolean;
}

/** A cell that is measured alone: swept, in turn with its floor, or under open loops. */
export interface SoloCell {
  readonly target: string;
  /** What is swept in turn with it; null: nothing. */
  readonly reference: string | null;
  readonly scenario: string;
  /** How many records it gives. */
  readonly steps: number;
  /** How many answers warm each of its processes. */
  readonly answers: number;
  /** About, for one record. */
  readonly secondsEach: number;
}

/** Who is spawned, warmed and loaded first: of four blocks each of them twice the reference. */
const ORDERS = [
  [false, false, false],
  [false, true, true],
  [true, false, true],
  [true, true, false],
] as const;

/**
 * Block `n` of a duet. Its order of spawning, warming and loading is drawn, and balanced within every four blocks
 * (permuted blocks: a half fraction of the 2^3 orders), whichever blocks are planned besides.
 */
export function planBlock(duet: Duet, n: number, stage: 1 | 2, seed: number): PlannedBlock {
  const { target, reference, scenario } = duet;
  const four = Math.floor((n - 1) / ORDERS.length);
  const orders = shuffled(ORDERS, randomFor(seed, target, reference, scenario, four));
  const [spawnReferenceFirst, warmReferenceFirst, loadReferenceFirst] = orders[
    (n - 1) % ORDERS.length
  ] as (typeof ORDERS)[number];
  return { duet, n, stage, spawnReferenceFirst, warmReferenceFirst, loadReferenceFirst };
}
