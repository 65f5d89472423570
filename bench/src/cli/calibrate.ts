import { alone } from "@deadheat/measure";
import { integer, list } from "deadheat/cli";
import { calibrate } from "../calibrate/calibrate.ts";
import { renderCalibration } from "../calibrate/summary.ts";
import { allowConcurrent, JSON_OPTION, type AddCommand } from "./shared.ts";

export const addCalibrate: AddCommand = (deadheat, { io, answer, finish }) => {
  deadheat
    .command("calibrate")
    .description("measure the measure: servers of which the truth is known, on this machine")
    .option("--quick", "in ten minutes instead of an hour")
    .option("--only <list>", "experiments: aa,slowdown,stall,saturation,...", list)
    .option("--targets <list>", "with --only warmup: how many answers warm these", list)
    .option("--scenarios <list>", "with --only warmup: in these (default: text)", list)
    .option("--seed <number>", "draws the order of everything", integer)
    .option("--out <dir>", "where to write (default: results/runs/calibrate-<id>)")
    .addOption(allowConcurrent())
    .option(...JSON_OPTION)
    .action(async (options) => {
      const { path, calibration } = await alone(options.allowConcurrent, io.note, () =>
        calibrate(
          {
            size: options.quick ? "quick" : "full",
            only: options.only ?? null,
            targets: options.targets ?? null,
            scenarios: options.scenarios ?? null,
            seed: options.seed ?? null,
            out: options.out ?? null,
          },
          io,
        ),
      );
      answer(options.json, calibration, () => {
        return `${renderCalibration(calibration, { color: io.color })}Files: ${path}\n`;
      });
      finish(calibration.pass ? 0 : 1);
    });
};
