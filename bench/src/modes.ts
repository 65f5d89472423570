import * as v from "valibot";
import { UsageError } from "./errors.ts";
import { openFileLimit } from "./file-limit.ts";
import { defaultLatency, defaultSweep, measures, type Measure, type Modes } from "./solo.ts";

/** What the user asked of the measures; null: as the profile says. */
export const modesRequestSchema = v.object({
  measure: v.nullable(v.pipe(v.array(v.string()), v.readonly())),
  connections: v.nullable(v.pipe(v.array(v.number()), v.readonly())),
  rounds: v.nullable(v.number()),
  stepSeconds: v.nullable(v.number()),
  /** Requests per second that every target gets. */
  rate: v.nullable(v.number()),
});
export type ModesRequest = v.InferOutput<typeof modesRequestSchema>;

/** Fewer rounds have no interval. */
export const MINIMUM_ROUNDS = 2;

/**
 * The measures of a run: duets, unless others are asked for; to name numbers of connections is to
 * ask for a sweep.
 * @throws UsageError for an option that is of no measure, or that this machine cannot bear.
 */
export function modesFor(request: ModesRequest, profile: string): Modes {
  const { connections, rounds, stepSeconds, rate } = request;
  const measure = measuresFor(request);
  const sweeps = measure.includes("sweep");
  const opens = measure.includes("latency");
  if (connections !== null && !sweeps) {
    throw new UsageError("--connections are those of a sweep: add it to --measure");
  }
  if (rate !== null && !opens) {
    throw new UsageError("--rate is that of the open loops: add latency to --measure");
  }
  if ((rounds !== null || stepSeconds !== null) && !sweeps && !opens) {
    throw new UsageError("--rounds and --step are of sweep and latency: add one to --measure");
  }
  if (rounds !== null && rounds < MINIMUM_ROUNDS) {
    throw new UsageError(`--rounds ${rounds}: an interval needs at least ${MINIMUM_ROUNDS}`);
  }
  const given = {
    ...(rounds === null ? {} : { rounds }),
    ...(stepSeconds === null ? {} : { stepSeconds }),
  };
  const sweep = {
    ...defaultSweep(profile),
    ...given,
    ...(connections === null ? {} : { connections: checkConnections(connections) }),
  };
  const latency = {
    ...defaultLatency(profile),
    ...given,
    ...(rate === null ? {} : { commonRate: rate }),
  };
  return { measure, sweep: sweeps ? sweep : null, latency: opens ? latency : null };
}

function measuresFor({ measure, connections }: ModesRequest): Measure[] {
  if (measure === null) return connections === null ? ["duets"] : ["duets", "sweep"];
  for (const name of measure) {
    if (!(measures as readonly string[]).includes(name)) {
      throw new UsageError(`--measure ${name}: there are ${measures.join(", ")}`);
    }
  }
  return measures.filter((name) => measure.includes(name));
}

/** What a process has open besides its connections, generously. */
const OTHER_FILES = 100;

function checkConnections(connections: readonly number[]): number[] {
  const distinct = [...new Set(connections)];
  if (distinct.some((count) => count < 1 || count > 60_000)) {
    throw new UsageError("--connections: whole numbers from 1 to 60000, such as 50,100,250,500");
  }
  const most = Math.max(...distinct);
  const limit = openFileLimit();
  if (most + OTHER_FILES > limit) {
    throw new UsageError(
      `${most} connections need ${most + OTHER_FILES} open files in a process, and the system allows ` +
        `${limit} (\`ulimit -Hn\`). As root: \`prlimit --pid $$ --nofile=${most + OTHER_FILES}\` in ` +
        "this shell, or a `nofile` line in /etc/security/limits.conf; else give fewer --connections.",
    );
  }
  return distinct;
}
