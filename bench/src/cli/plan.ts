import { formatDuration } from "@deadheat/report/format";
import { cellName } from "@deadheat/runner";
import { buildPlan } from "../plan/build.ts";
import { prepare } from "../plan/prepare.ts";
import { codeOf, planDigest } from "../fleet/inputs.ts";
import { cpusOf } from "../fleet/measure-task.ts";
import { planTasks } from "../fleet/plan-tasks.ts";
import { addSelection, requestOf } from "./run.ts";
import { withOwnOptions, type AddCommand } from "./shared.ts";

export const addPlan: AddCommand = (deadheat, { io, answer }) => {
  const command = deadheat
    .command("plan")
    .description("print the tasks of a run, without measuring anything");
  withOwnOptions(addSelection(command), ["json"]).action(async (options) => {
    const { settings, targets } = await prepare(requestOf(options), io);
    const { scenarios, rounds, load } = settings;
    // An order is drawn from the seed, and nothing else depends on it.
    const seed = options.seed ?? 0;
    const plan = buildPlan(targets, scenarios, rounds, load, seed, settings);
    const cpus = cpusOf({ settings });
    const tasks = planTasks(plan, cpus).flat();
    const { commit, lockfile, digest: code } = codeOf(settings);
    const document = {
      schema: 1,
      plan: planDigest(settings, plan),
      code,
      commit,
      lockfile,
      class: settings.machine.fingerprint,
      cpus,
      seconds: plan.seconds,
      seed,
      tasks: tasks.map((task) => ({ ...task, class: settings.machine.fingerprint })),
    };
    answer(options.json, document, () => {
      const cells = new Set(tasks.map(cellName)).size;
      return (
        `${tasks.length} tasks for ${cells} cells, ${formatDuration(plan.seconds)} on one machine of class ` +
        `${document.class} with ${cpus || "all"} CPUs\n--json prints each of them\n`
      );
    });
  });
};
