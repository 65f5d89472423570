import type { BlockRecord } from "./record.ts";

/**
 * A block is disturbed when one of its cores, the servers' or the generators', was slower by this factor
 * than it can be. On undisturbed ones that is 1.05 to 1.1: there are interrupts, too. Up to 1.2 blocks spread
 * little more than on these (docs/method.md).
 */
export const DISTURBED = 1.2;

/**
 * Tells by which factor the slower of its cores was slowed in each of a duet's blocks; null: nobody knows.
 *
 * @param blocks of one duet and run
 * @param best what a tick of the servers' core takes at best (`bestTick`), in seconds
 */
export function slowdowns(
  blocks: readonly BlockRecord[],
  best: number | null,
): (block: BlockRecord) => number | null {
  const generators = generatorSlowdowns(blocks);
  return (block) => {
    const servers = serverSlowdown(block, best);
    return servers === null ? null : Math.max(servers, generators(block) ?? 1);
  };
}

/** By which factor the servers' core was slower in a block than at best, by its own clock; null: not known. */
export function serverSlowdown({ core }: BlockRecord, best: number | null): number | null {
  return core && best !== null ? core.mean / best : null;
}

/**
 * Tells the same of the generators' core, by the CPU time that an answer took them, whichever server gave
 * it: at best it is the lower quartile of the duet's. Generators that fall behind leave the servers less to
 * do at a time, and the faster server answers less per CPU-second then, the slower one hardly.
 */
export function generatorSlowdowns(
  blocks: readonly BlockRecord[],
): (block: BlockRecord) => number | null {
  const best = lowerQuartile(blocks.flatMap((block) => answerSeconds(block) ?? []));
  return (block) => {
    const took = answerSeconds(block);
    return took === null || best === null ? null : took / best;
  };
}

/** What an answer took of its generators' CPU, in seconds; null where nothing, or just nothing, was told. */
function answerSeconds({ sides, machine }: BlockRecord): number | null {
  if (!sides || !machine?.generatorSeconds) return null;
  return machine.generatorSeconds / (sides.target.good + sides.reference.good);
}

/**
 * What a tick of the servers' core takes at its best, in seconds: the lower quartile of the fastest tick of
 * each block, since a single one may be a quirk of its clock. Null when no block knows.
 */
export function bestTick(blocks: readonly Pick<BlockRecord, "core">[]): number | null {
  return lowerQuartile(blocks.flatMap(({ core }) => (core ? [core.fastest] : [])));
}

function lowerQuartile(values: readonly number[]): number | null {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.floor((ascending.length - 1) / 4)] ?? null;
}

/**
 * Which of a duet's blocks of one run count. For each that was measured again (`again`), the first stage
 * has one too many: the most disturbed are set aside, by their cores alone, whatever ratio they gave.
 * Which one was the replacement does not matter. Pure.
 */
export function countedBlocks(blocks: readonly BlockRecord[]): {
  readonly counted: BlockRecord[];
  readonly setAside: BlockRecord[];
} {
  const good = blocks.filter((block) => block.void === null && block.stage !== 2);
  const surplus = good.filter(({ again }) => again === true).length;
  const slowdown = slowdowns(good, bestTick(good));
  // What is not known is not known to be calm.
  const by = (block: BlockRecord) => slowdown(block) ?? Number.POSITIVE_INFINITY;
  const setAside = new Set(good.toSorted((a, b) => by(b) - by(a) || a.n - b.n).slice(0, surplus));
  return {
    counted: blocks.filter((block) => !setAside.has(block)),
    setAside: blocks.filter((block) => setAside.has(block)),
  };
}
