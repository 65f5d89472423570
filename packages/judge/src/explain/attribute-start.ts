import type { CpuProfile } from "@deadheat/journal";
import {
  addPlace,
  attributeNodes,
  newAttributed,
  type Attributed,
  type PlaceOf,
} from "./attribute.ts";
import { pseudo } from "./samples.ts";

/** The time of a start before its first module. */
const boot = pseudo("boot", "start of the runtime");

/**
 * Returns the time of each function in a start. Samples count with the time around them, since nothing else runs on the
 * server's CPU meanwhile, and a pause of the sampler is a pause of nothing else.
 * @param bootSeconds the time before the profiler started
 */
export function attributeStart(
  profile: CpuProfile,
  bootSeconds: number,
  placeOf: PlaceOf,
): Attributed {
  const found = newAttributed();
  addPlace(found, boot, bootSeconds);
  const seconds = new Map<number, number>();
  const { samples, timeDeltas } = profile;
  for (const [i, sample] of samples.entries()) {
    const around = Math.max(0, timeDeltas[i] ?? 0) + Math.max(0, timeDeltas[i + 1] ?? 0);
    seconds.set(sample, (seconds.get(sample) ?? 0) + around / 2e6);
  }
  attributeNodes(found, profile.nodes, seconds, placeOf);
  return found;
}
