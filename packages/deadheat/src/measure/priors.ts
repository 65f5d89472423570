import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  attempt,
  cacheDirectory,
  classDifference,
  readContents,
  type Content,
  type Runtime,
} from "@deadheat/journal";
import { priorsAfter, priorsUnder, varianceFactor, type Priors } from "@deadheat/judge";
import type { Testbed } from "./testbed.ts";

/** No runtime needs a shorter warm-up than Node, so a load that is short for it is short for all. */
const QUICKEST = ["node"] as const;

/** The number of recent runs that say how rounds spread on this machine. */
const MOST_RUNS = 12;

/**
 * Returns what is known about the spread of rounds before the first one: from the published runs, and from the latest runs in
 * the cache of this machine, whatever they compared. A run that cannot be read, or had a shorter load than usual, is left out.
 * @param on the runtimes that this run measures
 * @param ownRun the folder of this run, which is left out
 */
export async function knownPriors(
  { machine, load }: Pick<Testbed, "machine" | "load">,
  on: readonly Runtime[],
  ownRun: string,
): Promise<Priors> {
  const runs = join(cacheDirectory(), "runs");
  const folders = (attempt(() => readdirSync(runs)) ?? [])
    .map((name) => join(runs, name))
    .filter((folder) => folder !== ownRun)
    .toSorted()
    .slice(-MOST_RUNS);
  const paths = folders.flatMap((folder) => journalsIn(join(folder, "journal")));
  const { journals } = await readContents(paths);
  const own = journals.filter(
    ({ run: { settings } }) =>
      !classDifference(settings.machine, machine) && varianceFactor(settings.load, QUICKEST) === 1,
  );
  return priorsUnder(priorsAfter(own.flatMap(pairsIn)), load, on);
}

const MOST_BYTES = 2 ** 24;

function journalsIn(folder: string): string[] {
  const names = attempt(() => readdirSync(folder)) ?? [];
  return names
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => join(folder, name))
    .filter((path) => {
      const stat = attempt(() => lstatSync(path));
      return stat !== null && stat.isFile() && stat.size <= MOST_BYTES;
    });
}

/** Returns the rounds of each pair in a journal. */
function pairsIn({ rounds }: Content) {
  const pairs = Map.groupBy(rounds, ({ new: next, base, scenario }) =>
    JSON.stringify([next, base, scenario]),
  );
  return [...pairs.values()];
}
