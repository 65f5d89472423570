import type { BlockRecord } from "../record.ts";
import { blockSecondsOf, type Experiment, type Observation, type Size } from "./experiment.ts";
import type { Instrument } from "./instrument.ts";

const blocks: Record<Size, number> = { quick: 2, full: 5 };

/** The verdict sees when it is the generator that is at its limit, and only then. */
export const saturation: Experiment = {
  name: "saturation",
  expected: "a null server is generator-bound, a server that spins for 1 ms never",
  threshold: () => "every block of the first is flagged, none of the second",
  otherwise: "a generator's limit is published as a server's, or the reverse",
  seconds: (size) => 2 * blocks[size] * blockSecondsOf(size),
  run: async (lab) => {
    const duets = (server: string) =>
      lab.duets({ name: "saturation", target: server, reference: server, n: blocks[lab.size] });
    return judgeSaturation(await duets("null/bun"), await duets("busy/node"), lab.instrument);
  },
};

/** Pure: the verdicts on blocks of a server that cannot be, and one that must be, at its limit. */
export function judgeSaturation(
  nullBlocks: readonly BlockRecord[],
  busyBlocks: readonly BlockRecord[],
  { verdict }: Pick<Instrument, "verdict">,
): Observation {
  const ofNull = nullBlocks.map((block) => verdict([block]));
  const ofBusy = busyBlocks.map((block) => verdict([block]));
  return {
    observed: `null server: ${ofNull.join(", ")}; 1 ms spin server: ${ofBusy.join(", ")}`,
    pass: ofNull.every((one) => one === "generator-bound") && !ofBusy.includes("generator-bound"),
    figures: { null: ofNull, busy: ofBusy },
  };
}
