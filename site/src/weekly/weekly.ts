import type { Explained, Result, Step } from "@deadheat/judge";
import { versionsIn, type Publications } from "@deadheat/versions";
import { placeOf, reasonOf, type Kept, type Place } from "./kept.ts";
import { explainSteps, type Explain } from "./why.ts";

/** The parts of the outside world that a week needs. Tests replace them. */
export interface World {
  readonly published: string;
  readonly machine: Result["machine"];
  /** Asks the registry for all versions of a package. */
  readonly publications: (name: string) => Promise<Publications>;
  /** Measures what a place lacks, and writes its documents. */
  readonly measure: (kept: Kept, subject: string, place: Place) => Promise<Result>;
  readonly explain: (kept: Kept) => Explain;
  readonly note: (line: string) => void;
}

/** A history that was measured this week. */
export interface WeeklyHistory {
  readonly kept: Kept;
  readonly place: Place;
  /** The versions that the registry has and the history had not. */
  readonly added: readonly string[];
  readonly result: Result;
  /** The reasons of steps that were measured this week, too. */
  readonly reasons: ReadonlyMap<Step, Explained>;
}

export interface Week {
  readonly measured: readonly WeeklyHistory[];
  /** The histories that could not be measured, with the reasons. */
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * Finds the releases that the histories lack, measures them, and explains large steps. A history or an explanation that fails
 * does not stop the others.
 */
export async function measureWeek(histories: readonly Kept[], world: World): Promise<Week> {
  const measured: WeeklyHistory[] = [];
  const failed: { name: string; reason: string }[] = [];
  const fail = (name: string) => (error: unknown) => {
    failed.push({ name, reason: reasonOf(error) });
    world.note(`${name}: ${reasonOf(error)}`);
  };
  for (const kept of histories) {
    try {
      const place = placeOf(kept, world.published, world.machine);
      const added = await missing(kept, place, world);
      world.note(`${place.name}: ${added.length === 0 ? "nothing new" : added.join(", ")}`);
      if (added.length === 0) continue;
      const subject = `${kept.server ?? kept.package}@${kept.versions}`;
      const result = await world.measure(kept, subject, place);
      const reasons = await explainSteps(result, place.folder, world.explain(kept)).catch(
        fail(`the reasons of ${kept.name}`),
      );
      measured.push({ kept, place, added, result, reasons: reasons ?? new Map() });
    } catch (error) {
      fail(kept.name)(error);
    }
  }
  return { measured, failed };
}

/** Returns the versions that a history should have and has not on each of its runtimes, the oldest first. */
async function missing(kept: Kept, { earlier }: Place, { publications }: World): Promise<string[]> {
  const wanted = versionsIn(await publications(kept.package), kept.versions);
  const { series = [], versions = [] } = earlier?.history ?? {};
  // A history without a list of runtimes has one series.
  const has = (kept.runtimes ?? [null]).map((runtime) => {
    const own = series.filter((one) => runtime === null || one.runtime === runtime);
    const names = new Set(own.map(({ name }) => name));
    return new Set(versions.filter((one) => names.has(one.series)).map(({ label }) => label));
  });
  return wanted
    .map(({ version }) => version)
    .filter((version) => !has.every((labels) => labels.has(version)));
}
