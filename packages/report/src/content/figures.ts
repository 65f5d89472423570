import {
  figureKinds,
  isTooLittle,
  isGrowthOff,
  type Comparison,
  type Figure,
  type FigureName,
} from "@deadheat/judge";
import { share } from "./comparison-words.ts";
import { growthChange } from "./growth.ts";

export type { Figure, FigureName, FigureSamples } from "@deadheat/judge";

/** One figure of a comparison in words. */
export interface FigureRow {
  readonly figure: Figure;
  /** `memory under load`. */
  readonly label: string;
  /** `92 -> 95 MB`. */
  readonly values: string;
  /** `+3.1 %`: what the new server needs more. Empty if there is too little data. */
  readonly change: string;
  /** `[-1.0, +7.4]`, in percent. Empty for an exact figure, and if there is too little data. */
  readonly interval: string;
  /** `slower`, `dead heat (2 %)`. */
  readonly word: string;
  /** `gate 5 %: passed`; empty without a gate. */
  readonly gate: string;
}

const labels: Readonly<Record<FigureName, string>> = {
  cpu: "CPU per request",
  start: "start to first answer",
  "memory-idle": "memory at rest",
  "memory-peak": "memory under load",
  "latency-p50": "latency, median",
  "latency-p99": "latency, p99",
  "latency-p50-at-20": "median at 20 % load",
  "latency-p99-at-20": "p99 at 20 % load",
  "cost-200": "CPU at 200 requests/s",
  "cost-1000": "CPU at 1,000 a second",
  size: "installed size",
  packages: "installed packages",
};

/** Returns the words of a figure's name: `memory under load`. */
export function figureLabel(figure: FigureName): string {
  return labels[figure];
}

/** Returns a row for each figure, the one that was named before looking first. */
export function figureRows({ figures }: Pick<Comparison, "figures">): FigureRow[] {
  return figures
    .toSorted((a, b) => Number(b.named) - Number(a.named))
    .map((figure) => ({
      figure,
      label: labels[figure.figure],
      values: valuesOf(figure),
      change: isTooLittle(figure) ? "" : changeWords(figure.ratio),
      interval:
        figure.n === 0 || isTooLittle(figure)
          ? ""
          : `[${signed(figure.lo - 1)}, ${signed(figure.hi - 1)}]`,
      word: wordOf(figure),
      gate: figure.gate ? `gate ${share(figure.gate.limit)}: ${figure.gate.outcome}` : "",
    }));
}

/** Returns `+6.6 %`. */
export function changeWords(ratio: number): string {
  return `${signed(ratio - 1)} %`;
}

/** Returns `13.4 -> 14.3 us`: both values in one unit. */
function valuesOf({ unit, base, new: next }: Pick<Figure, "unit" | "base" | "new">): string {
  const scale = scaleOf(unit, Math.max(base, next));
  const shown = (value: number) =>
    rounded(value / scale.size, Math.max(base, next) / scale.size, scale.name);
  return `${shown(base)} -> ${shown(next)}${scale.name === "" ? "" : ` ${scale.name}`}`;
}

/** Returns `14.3 us`: one value of a figure. */
export function figureValue(figure: FigureName, value: number): string {
  const scale = scaleOf(figureKinds[figure].unit, value);
  return `${rounded(value / scale.size, value / scale.size, scale.name)} ${scale.name}`.trim();
}

/** Returns the figures of a comparison whose gate has this outcome, the one with the largest change first. */
export function gatedFigures({ figures }: Pick<Comparison, "figures">, outcome: string): Figure[] {
  return figures
    .filter(({ gate }) => gate?.outcome === outcome)
    .toSorted((a, b) => b.ratio - a.ratio);
}

/** Returns `memory under load +1.2 % [+0.4, +2.0]`: the figures in which a server differs from itself. */
export function offWords({ figures, growth }: Pick<Comparison, "figures" | "growth">): string {
  const words = figures
    .filter(({ gate, lo, hi }) => gate !== null && (lo > 1 || hi < 1))
    .map((figure) => `${labels[figure.figure]} ${changeAndInterval(figure)}`);
  if (growth !== undefined && isGrowthOff(growth)) words.push(growthChange(growth));
  return words.join(", ");
}

/** Returns `+6.6 % [+5.3, +7.9]`. */
export function changeAndInterval({ ratio, lo, hi }: Pick<Figure, "ratio" | "lo" | "hi">): string {
  return `${changeWords(ratio)} [${signed(lo - 1)}, ${signed(hi - 1)}]`;
}

interface Scale {
  readonly size: number;
  readonly name: string;
}

const scales: Readonly<Record<Figure["unit"], readonly Scale[]>> = {
  seconds: [
    { size: 1e-6, name: "us" },
    { size: 1e-3, name: "ms" },
    { size: 1, name: "s" },
  ],
  bytes: [
    { size: 1e3, name: "kB" },
    { size: 1e6, name: "MB" },
    { size: 1e9, name: "GB" },
  ],
  packages: [{ size: 1, name: "" }],
};

function scaleOf(unit: Figure["unit"], value: number): Scale {
  const [first, ...rest] = scales[unit] as [Scale, ...Scale[]];
  return rest.findLast(({ size }) => value >= size * 0.9995) ?? first;
}

/** Rounds to two digits at least. CPU time is known to a tenth of a microsecond. */
function rounded(value: number, larger: number, unit: string): string {
  if (unit === "") return String(Math.round(value));
  const fine = unit === "us" ? 99.95 : 9.95;
  return value.toFixed(larger >= fine ? 0 : larger >= 0.995 ? 1 : 2);
}

function signed(change: number): string {
  const text = (100 * change).toFixed(1);
  const zero = Number(text) === 0;
  return zero ? "+0.0" : change > 0 ? `+${text}` : text;
}

function wordOf(figure: Figure): string {
  const { verdict, margin } = figure;
  if (isTooLittle(figure)) return "undecided (too little data)";
  return verdict === "dead-heat" ? `dead heat (${share(margin)})` : verdict;
}
