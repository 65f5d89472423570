import type { Result } from "@deadheat/judge";
import { versionsIn, type Publications } from "@deadheat/versions";
import { placeOf, reasonOf, subjectOf, type Kept, type Place } from "./kept.ts";

/** The parts of the outside world that a week needs. Tests replace them. */
export interface World {
  /** The folder of published results. */
  readonly published: string;
  readonly machine: Result["machine"];
  /** Asks the registry for all versions of a package. */
  readonly publications: (name: string) => Promise<Publications>;
  /** Measures what a place lacks, and writes its documents. */
  readonly measure: (kept: Kept, subject: string, place: Place) => Promise<Result>;
  readonly note: (line: string) => void;
}

/** A history that was measured this week. */
export interface Measured {
  readonly kept: Kept;
  readonly place: Place;
  /** The versions that the registry has and the history had not. */
  readonly added: readonly string[];
  readonly result: Result;
}

export interface Week {
  readonly measured: readonly Measured[];
  /** The histories that could not be measured, with the reasons. */
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
}

/** Finds the releases that the histories lack, and measures them. A history that fails does not stop the others. */
export async function measureWeek(histories: readonly Kept[], world: World): Promise<Week> {
  const measured: Measured[] = [];
  const failed: { name: string; reason: string }[] = [];
  for (const kept of histories) {
    try {
      const place = placeOf(kept, world.published, world.machine);
      const added = await missing(kept, place, world);
      world.note(`${place.name}: ${added.length === 0 ? "nothing new" : added.join(", ")}`);
      if (added.length === 0) continue;
      const result = await world.measure(kept, subjectOf(kept), place);
      measured.push({ kept, place, added, result });
    } catch (error) {
      failed.push({ name: kept.name, reason: reasonOf(error) });
      world.note(`${kept.name}: ${reasonOf(error)}`);
    }
  }
  return { measured, failed };
}

/** Returns the versions that a history should have and has not, the oldest first. */
async function missing(kept: Kept, { earlier }: Place, { publications }: World): Promise<string[]> {
  const wanted = versionsIn(await publications(kept.package), kept.versions);
  const has = new Set(earlier?.history?.versions.map(({ label }) => label));
  return wanted.map(({ version }) => version).filter((version) => !has.has(version));
}
