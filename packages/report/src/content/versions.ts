import { left, right, type Filled } from "./section.ts";
import { formatHalfWidth, formatMicroseconds, formatRatio } from "../format.ts";
import { labelOf, stepWords, type Panel, type Point } from "./history.ts";

/** Returns the columns of a panel's versions. The last one has the change that leads to a version. */
export function versionColumns({ points, series, steps, referenceCpu }: Panel): Filled<Point>[] {
  const reference = labelOf({ points }, series.reference);
  const measured =
    (words: (cpu: NonNullable<Point["cpu"]>, point: Point) => string) => (point: Point) =>
      point.cpu === null ? "" : words(point.cpu, point);
  return [
    [left("version"), ({ label }) => label],
    [left("released", 2), ({ releasedAt }) => releasedAt?.slice(0, 10) ?? ""],
    [
      right(`vs. ${reference}`),
      ({ cpu, isReference }) =>
        cpu === null ? "failed" : isReference ? "reference" : formatRatio(cpu.ratio),
    ],
    [
      { ...right("", 1), spoken: "interval" },
      measured((cpu, { isReference }) => (isReference ? "" : formatHalfWidth(cpu))),
    ],
    [
      right("µs/request", 1),
      measured(({ ratio }) =>
        referenceCpu === null ? "" : formatMicroseconds(referenceCpu * ratio),
      ),
    ],
    [
      left("change from the one before"),
      ({ target }) => {
        const step = steps.find((one) => one.new === target);
        return step === undefined ? "" : stepWords(step);
      },
    ],
  ];
}
