import { runtimes, warmupOf, type BlockRecord } from "@deadheat/journal";
import { GENERATOR_BOUND } from "@deadheat/judge";
import { blockSecondsOf, type Experiment, type Observation, type Size } from "../lab/experiment.ts";
import type { Instrument } from "../lab/instrument.ts";

const blocks: Record<Size, number> = { quick: 2, full: 5 };
/** At 1 ms each: warm or not, its CPU is full, and 40,000 would take 40 s. */
const BUSY_ANSWERS = 1_000;

/** The verdict sees when it is the generator that is at its limit, and only then. */
export const saturation: Experiment = {
  name: "saturation",
  expected:
    "on each runtime a null server is generator-bound, where the CPUs prove it, a server that spins for 1 ms never",
  threshold: () =>
    "every proven block of the first is flagged on both sides, none of the second on either",
  otherwise: "a generator's limit is published as a server's, or the reverse",
  seconds: (size) => 2 * runtimes.length * blocks[size] * blockSecondsOf(size),
  run: async (lab) => {
    const taken = { null: [] as BlockRecord[], busy: [] as BlockRecord[] };
    for (const kind of ["null", "busy"] as const) {
      const warmup = kind === "busy" ? warmupOf(BUSY_ANSWERS) : lab.load.warmup;
      for (const runtime of runtimes) {
        const server = `${kind}/${runtime}`;
        const n = blocks[lab.size];
        const request = { name: "saturation", target: server, reference: server, n, warmup };
        taken[kind].push(...(await lab.duets(request)));
      }
    }
    return judgeSaturation(taken.null, taken.busy, lab.instrument);
  },
};

/** Pure: the verdicts on blocks of servers that cannot be, and of such that must be, at their limit. */
export function judgeSaturation(
  nullBlocks: readonly BlockRecord[],
  busyBlocks: readonly BlockRecord[],
  { verdict }: Pick<Instrument, "verdict">,
): Observation {
  const seen = (block: BlockRecord) => ({
    server: block.target,
    verdicts: [verdict([block], "target"), verdict([block], "reference")],
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
    "the servers' CPU was full in every block, or the generators' never: nothing is proven";
  return {
    ...(proven.length === 0 ? { skipped: nothing } : {}),
    observed: `${words(ofNull)} (${proven.length} of ${ofNull.length} proven); ${words(ofBusy)}`,
    pass:
      proven.every((one) => flagged(one, "every")) && !ofBusy.some((one) => flagged(one, "some")),
    figures: { null: ofNull, busy: ofBusy },
  };
}

/** The servers' CPU was idle for this share of the time: no thread on it can have wanted it all the time. */
const IDLE = 0.1;

/**
 * By the clocks of the CPUs, not by what the verdict looks at (the servers' threads): the servers' CPU had
 * time to spare while the generators' was full. On a core where sockets cost a runtime as much as a request
 * costs oha, or beside another program, both are full and nothing is proven.
 */
function generatorAtLimit({ sides, machine }: BlockRecord): boolean {
  if (!sides || machine === null) return false;
  const { target, reference } = sides;
  const servers = (target.cpuSeconds + reference.cpuSeconds) / target.loadSeconds;
  const idle = 1 - servers - (machine.foreign ?? 0) - (machine.steal ?? 0);
  return idle >= IDLE && (machine.generatorBusy ?? 0) >= GENERATOR_BOUND;
}
