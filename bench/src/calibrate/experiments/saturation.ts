import { runtimes, warmupOf, type BlockRecord } from "@deadheat/journal";
import { GENERATOR_BOUND } from "@deadheat/judge";
import { blockSecondsOf, type Experiment, type Observation, type Size } from "../lab/experiment.ts";
import type { Instrument } from "../lab/instrument.ts";

const blocks: Record<Size, number> = { quick: 2, full: 5 };
/** The warm-up of the server that spins for 1 ms. Its CPU is full anyway, and 40,000 answers would take 40 s. */
const BUSY_ANSWERS = 1_000;

/** Checks that the verdict says generator-bound if the generator is at its limit, and only then. */
export const saturation: Experiment = {
  name: "saturation",
  expected:
    "on each runtime, a null server is generator-bound where the CPUs prove it; a server that spins for 1 ms never is",
  threshold: () =>
    "generator-bound on both sides of every proven block of the null server, and on no side of the other's blocks",
  otherwise: "a generator's limit is published as a server's limit, or the reverse",
  seconds: (size) => 2 * runtimes.length * blocks[size] * blockSecondsOf(size),
  run: async (lab) => {
    const taken = { null: [] as BlockRecord[], busy: [] as BlockRecord[] };
    for (const kind of ["null", "busy"] as const) {
      const warmup = kind === "busy" ? warmupOf(BUSY_ANSWERS) : lab.load.warmup;
      for (const runtime of runtimes) {
        const server = `${kind}/${runtime}`;
        const n = blocks[lab.size];
        const request = { name: "saturation", new: server, base: server, n, warmup };
        taken[kind].push(...(await lab.duets(request)));
      }
    }
    return judgeSaturation(taken.null, taken.busy, lab.instrument);
  },
};

/** Judges the verdicts on null servers, which cannot be at their limit, and on busy servers, which must be. */
export function judgeSaturation(
  nullBlocks: readonly BlockRecord[],
  busyBlocks: readonly BlockRecord[],
  { verdict }: Pick<Instrument, "verdict">,
): Observation {
  const seen = (block: BlockRecord) => ({
    server: block.new,
    verdicts: [verdict([block], "new"), verdict([block], "base")],
    proven: generatorAtLimit(block),
  });
  const [ofNull, ofBusy] = [nullBlocks.map(seen), busyBlocks.map(seen)];
  const proven = ofNull.filter((one) => one.proven);
  const flagged = ({ verdicts }: { verdicts: readonly string[] }, how: "every" | "some") =>
    verdicts[how]((one) => one === "generator-bound");
  const words = (all: readonly ReturnType<typeof seen>[]) =>
    [...Map.groupBy(all, ({ server }) => server)]
      .map(([server, own]) => {
        const said = own.map((one) => [...new Set(one.verdicts)].join(" and "));
        return `${server}: ${said.join(", ")}`;
      })
      .join("; ");
  const nothing =
    "nothing is proven: the servers' CPU was full in every block, or the generators' CPU in none";
  return {
    ...(proven.length === 0 ? { skipped: nothing } : {}),
    observed: `${words(ofNull)} (${proven.length} of ${ofNull.length} proven); ${words(ofBusy)}`,
    pass:
      proven.every((one) => flagged(one, "every")) && !ofBusy.some((one) => flagged(one, "some")),
    figures: { null: ofNull, busy: ofBusy },
  };
}

/** The share of idle time which proves that no thread wanted the servers' CPU all the time. */
const IDLE = 0.1;

/**
 * Returns true if the servers' CPU had time to spare while the generators' CPU was full. This uses the CPUs' clocks
 * instead of the servers' threads, which the verdict uses. Both CPUs can be full beside another program, or on a core
 * where a socket costs a runtime as much as a request costs oha. Such a block proves nothing.
 */
function generatorAtLimit({ sides, machine }: BlockRecord): boolean {
  if (!sides || machine === null) return false;
  const { new: next, base } = sides;
  const servers = (next.cpuSeconds + base.cpuSeconds) / next.loadSeconds;
  const idle = 1 - servers - (machine.foreign ?? 0) - (machine.steal ?? 0);
  return idle >= IDLE && (machine.generatorBusy ?? 0) >= GENERATOR_BOUND;
}
