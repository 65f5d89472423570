import type { BlockRecord } from "./record.ts";

/**
 * The core is disturbed when its clock goes slower by this factor over a block's window than it can. On an
 * undisturbed one that is 1.05 to 1.1: there are interrupts, too. Up to 1.2 blocks spread little more than
 * on that one (docs/method.md).
 */
export const DISTURBED = 1.2;

/** By which factor the core was slower in a block than at its best; null: not known. */
export function slowdown({ core }: Pick<BlockRecord, "core">, best: number): number | null {
  return core ? core.mean / best : null;
}

/**
 * What a tick of the core takes at its best, in seconds: the lower quartile of the fastest tick of each
 * block, since a single one may be a quirk of its clock. Null when no block knows.
 */
export function bestTick(blocks: readonly Pick<BlockRecord, "core">[]): number | null {
  const known = blocks
    .flatMap(({ core }) => (core ? [core.fastest] : []))
    .toSorted((a, b) => a - b);
  return known[Math.floor((known.length - 1) / 4)] ?? null;
}

/**
 * Which of a duet's blocks of one run count. For each that was measured again (`again`), the first stage
 * has one too many: the most disturbed are set aside, by the core's clock alone, whatever ratio they gave.
 * Which one was the replacement does not matter. Pure.
 */
export function countedBlocks(blocks: readonly BlockRecord[]): {
  readonly counted: BlockRecord[];
  readonly setAside: BlockRecord[];
} {
  const good = blocks.filter((block) => block.void === null && block.stage !== 2);
  const surplus = good.filter(({ again }) => again === true).length;
  const setAside = new Set(
    good.toSorted((a, b) => tickOf(b) - tickOf(a) || a.n - b.n).slice(0, surplus),
  );
  return {
    counted: blocks.filter((block) => !setAside.has(block)),
    setAside: blocks.filter((block) => setAside.has(block)),
  };
}

/** What is not known is not known to be calm. */
function tickOf({ core }: BlockRecord): number {
  return core?.mean ?? Number.POSITIVE_INFINITY;
}
