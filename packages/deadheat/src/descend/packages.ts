import { inOneLine, isExplained } from "../errors.ts";
import { learnPair } from "../search/session.ts";
import { searchChain, type ChainStep } from "./chain.ts";
import { dependenciesFirst, rootOf, type Difference, type Exchangeable } from "./units.ts";
import { withOld, type Copies } from "./variants.ts";

/**
 * Finds the packages that make the difference of two servers: each is exchanged alone, from the dependencies up, while all
 * others stay as they were. Packages without which the server does not start or respond the same are exchanged together.
 * @param confirm whether further rounds confirm each package; false if the caller proves it by its old version
 * @throws Interrupted, or the error that ended the search
 */
export async function searchPackages(
  copies: Copies,
  difference: Difference,
  confirm: boolean,
): Promise<readonly ChainStep<Exchangeable>[]> {
  const { pair, learned, units } = difference;
  const ordered = dependenciesFirst(units, rootOf(learned.new));
  const groups = await groupsThatStart(copies, difference, ordered);
  return searchChain(
    copies.session,
    pair,
    groups,
    (count) => withOld(copies, difference, groups.slice(count).flat()),
    { confirm },
  );
}

/** Starts the server with one unit more at a time. The units with which it fails come last, together. */
async function groupsThatStart(
  copies: Copies,
  difference: Difference,
  units: readonly Exchangeable[],
): Promise<readonly (readonly Exchangeable[])[]> {
  const { store, testbed } = copies.session;
  let old = units;
  const started: Exchangeable[] = [];
  for (const unit of units) {
    if (started.length + 1 === units.length) break;
    const rest = old.filter((one) => one !== unit);
    // The identity of a point is that of its old units in the order in which they will come.
    const point = withOld(copies, difference, rest);
    if (!(point.id in store.facts.code) && !(point.id in store.facts.skipped)) {
      try {
        await learnPair(copies.session, { base: difference.pair.base, new: point });
      } catch (error) {
        if (testbed.signal.aborted || !isExplained(error)) throw error;
        store.save({ skipped: { ...store.facts.skipped, [point.id]: inOneLine(error) } });
      }
    }
    if (point.id in store.facts.skipped) continue;
    started.push(unit);
    old = rest;
  }
  return [...started.map((one) => [one]), ...(old.length === 0 ? [] : [old])];
}
