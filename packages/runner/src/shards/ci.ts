import { UsageError } from "@deadheat/journal";
import { parseShard, type Shard } from "./shard.ts";

/** The variables with which CI systems number the machines of a matrix. */
const systems: readonly {
  readonly name: string;
  readonly index: string;
  readonly total: string | null;
  /** The number of the first machine. */
  readonly from: 0 | 1;
}[] = [
  {
    name: "Buildkite",
    index: "BUILDKITE_PARALLEL_JOB",
    total: "BUILDKITE_PARALLEL_JOB_COUNT",
    from: 0,
  },
  { name: "GitLab", index: "CI_NODE_INDEX", total: "CI_NODE_TOTAL", from: 1 },
  { name: "CircleCI", index: "CIRCLE_NODE_INDEX", total: "CIRCLE_NODE_TOTAL", from: 0 },
  { name: "Slurm", index: "SLURM_ARRAY_TASK_ID", total: "SLURM_ARRAY_TASK_COUNT", from: 1 },
  // Kubernetes does not tell a pod the number of completions.
  { name: "Kubernetes", index: "JOB_COMPLETION_INDEX", total: null, from: 0 },
];

/**
 * Returns the shard that CI numbers this machine as. A Slurm array may begin at any number: SLURM_ARRAY_TASK_MIN.
 * @param total the number of shards, for a system that does not say it
 * @throws UsageError if no variable says it, or if the variables contradict each other
 */
export function shardOfCi(
  env: Readonly<Record<string, string | undefined>>,
  total: number | null = null,
): Shard {
  const found = systems.find(({ index }) => env[index]);
  if (!found) {
    const names = systems.map(({ index, name }) => `${index} (${name})`).join(", ");
    throw new UsageError(
      `--shard without a number needs a variable of CI: ${names}. None is set, so give --shard 2/5`,
    );
  }
  const count = total ?? (found.total === null ? null : env[found.total]);
  if (count == null || count === "") {
    throw new UsageError(
      `${found.index} has no number of machines with it. Give it: --shard /5 for five machines`,
    );
  }
  const from = found.name === "Slurm" ? Number(env.SLURM_ARRAY_TASK_MIN ?? found.from) : found.from;
  const text = `${Number(env[found.index]) - from + 1}/${count}`;
  try {
    return parseShard(text);
  } catch {
    const value = `${found.index}=${env[found.index]}`;
    throw new UsageError(`${value} of ${count} machines is no shard. Give --shard 2/5 instead`);
  }
}
