import { alone } from "@deadheat/measure";
import { integer, list } from "deadheat/cli";
import { calibrate } from "../calibrate/calibrate.ts";
import { renderCalibration } from "../calibrate/summary.ts";
import { allowConcurrent, JSON_OPTION, type AddCommand } from "./shared.ts";

export const addCalibrate: AddCommand = (deadheat, { io, answer, finish }) => {
  deadheat
    .command("calibrate")
    .description("check deadheat on this machine with servers whose true speed is known")
    .option("--quick", "take five minutes instead of half an hour")
    .option(
      "--only <list>",
      "experiments to run: aa, slowdown, slow, cheats (servers that hide work), or real (servers of milliseconds; takes hours)",
      list,
    )
    .option("--seed <number>", "seed of every random order", integer)
    .option("--out <dir>", "output folder (default: results/runs/calibrate-<id>)")
    .addOption(allowConcurrent())
    .option(...JSON_OPTION)
    .action(async (options) => {
      const size = options.quick ? "quick" : "full";
      const { path, calibration } = await alone(options.allowConcurrent, io.note, () =>
        calibrate({ ...options, size }, io),
      );
      answer(options.json, calibration, () => {
        return `${renderCalibration(calibration, { color: io.color })}Files: ${path}\n`;
      });
      finish(calibration.pass ? 0 : 1);
    });
};
