import { styleText } from "node:util";
import { toolWords } from "@deadheat/report";
import { formatDuration } from "@deadheat/report/format";
import type { Load, Settings } from "@deadheat/journal";
import type { Observation, Size } from "./lab/experiment.ts";

/** The content of `calibration.json`: the results of the measure's own checks on a machine. */
export interface Calibration extends Pick<Settings, "machine" | "tools"> {
  readonly schema: 2;
  readonly id: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly size: Size;
  readonly seed: number;
  readonly seconds: number;
  readonly load: Load;
  readonly experiments: readonly Outcome[];
  readonly pass: boolean;
}

export interface Outcome extends Omit<Observation, "skipped"> {
  readonly name: string;
  readonly expected: string;
  readonly threshold: string;
  readonly otherwise: string;
  /** The reason if the experiment was not measured, else null. */
  readonly skipped: string | null;
  readonly seconds: number;
}

export function renderCalibration(
  calibration: Calibration,
  { color }: { readonly color: boolean },
): string {
  const colors = { pass: "green", FAIL: "red", skip: "dim" } as const;
  const paragraphs = calibration.experiments.map((e) => {
    const word = e.skipped ? "skip" : e.pass ? "pass" : "FAIL";
    const verdict = color ? styleText(colors[word], word, { validateStream: false }) : word;
    const lines = [
      `${verdict}  ${e.name}: ${e.expected}`,
      `      observed: ${e.observed.replaceAll("\n", "\n      ")}`,
      `      passes when: ${e.threshold}`,
    ];
    if (!e.pass) lines.push(`      this means: ${e.otherwise}`);
    return lines.join("\n");
  });
  const failed = calibration.experiments.filter((e) => !e.pass).length;
  const { machine, tools, size, seconds } = calibration;
  const end =
    failed === 0
      ? "Every experiment passed. You can trust results of this machine now."
      : `${failed} of ${calibration.experiments.length} experiments failed. Do not trust results of this machine until you know why.`;
  return [
    `${machine.cpu}, ${machine.cores} CPUs, ${machine.os}; ${toolWords(tools)}; ${size}, ${formatDuration(seconds)}.`,
    "",
    ...paragraphs,
    "",
    end,
    "",
  ].join("\n");
}
