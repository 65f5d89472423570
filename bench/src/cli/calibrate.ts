import { alone } from "@deadheat/measure";
import { list } from "deadheat/cli";
import { calibrate } from "../calibrate/calibrate.ts";
import { renderCalibration } from "../calibrate/summary.ts";
import { withOwnOptions, type AddCommand } from "./shared.ts";

export const addCalibrate: AddCommand = (deadheat, { io, answer, finish }) => {
  const command = deadheat
    .command("calibrate")
    .description("check deadheat on this machine with servers whose true speed is known")
    .option("--quick", "take five minutes instead of half an hour")
    .option(
      "--only <list>",
      "experiments to run: aa, slowdown, slow, cheats (servers that hide work; cheats:rival for those with that word in their names), isolation (what it costs), real (servers of milliseconds; takes hours), or explain (small functions; two to three hours, or one of explain-node, explain-bun, explain-deno, explain-aa)",
      list,
    );
  withOwnOptions(command, ["seed", "out", "allowConcurrent", "json"], {
    out: "output folder (default: results/runs/calibrate-<id>)",
  }).action(async (options) => {
    const size = options.quick ? "quick" : "full";
    const { path, calibration } = await alone(options.allowConcurrent ?? false, io.note, () =>
      calibrate({ ...options, size }, io),
    );
    answer(options.json, calibration, () => {
      return `${renderCalibration(calibration, { color: io.color })}Files: ${path}\n`;
    });
    finish(calibration.pass ? 0 : 1);
  });
};
