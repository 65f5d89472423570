import { Option } from "commander";
import { duration } from "deadheat/cli";
import type { AddCommand } from "./shared.ts";

const QUEUE_OPTION = "--queue [address]";

export const addWorker: AddCommand = (deadheat, { io }) => {
  deadheat
    .command("worker")
    .description(
      "measure the tasks of a queue on this machine, until interrupted (docs/many-machines.md)",
    )
    .addOption(
      new Option(
        QUEUE_OPTION,
        "the queue, such as rediss://host:6379 (default: QUEUE_URL)",
      ).default(true),
    )
    .option("--label <name>", "name of this worker in the lines of the run")
    .option("--idle <time>", "end after this time without a task: 10m", duration)
    .action(async ({ queue, label = null, idle = null }) => {
      // A command without a queue loads no client.
      const [{ queuePlace }, { work }] = await Promise.all([
        import("../fleet/connection.ts"),
        import("../fleet/worker.ts"),
      ]);
      await work(queuePlace(queue), { label, idleSeconds: idle }, io);
    });
};
