import type { BlockRecord, Side } from "@deadheat/journal";
import { efficiency } from "../blocks.ts";
import type { Figure, FigureName } from "../documents/figure.ts";

/** The facts about a figure that are the same in every comparison. */
export interface FigureKind {
  readonly unit: Figure["unit"];
  /** The relative margin of a dead heat. */
  readonly margin: number;
  /** The words about a new server that needs less and more. */
  readonly words: readonly [Figure["verdict"], Figure["verdict"]];
  /** true if a server that is still compiling says nothing about it. */
  readonly needsWarmth: boolean;
}

const time = { unit: "seconds", words: ["faster", "slower"] } as const;
const space = { unit: "bytes", words: ["less", "more"], needsWarmth: false } as const;
const cpu: FigureKind = { ...time, margin: 0.02, needsWarmth: true };
const cost: FigureKind = { ...cpu, margin: 0.05 };
/** The tails of two processes of one server differ by several percent. */
const latency: FigureKind = { ...time, margin: 0.1, needsWarmth: true };
const memory: FigureKind = { ...space, margin: 0.05 };

export const figureKinds: Readonly<Record<FigureName, FigureKind>> = {
  cpu,
  start: { ...time, margin: 0.05, needsWarmth: false },
  "memory-idle": memory,
  "memory-peak": memory,
  "latency-p50": latency,
  "latency-p99": latency,
  "latency-p50-at-20": latency,
  "latency-p99-at-20": latency,
  "cost-200": cost,
  "cost-1000": cost,
  size: { ...space, margin: 0 },
  packages: { ...space, unit: "packages", margin: 0 },
};

/** The figures that every block of a duet measures. */
export type BlockFigure = "cpu" | "start" | "memory-idle" | "memory-peak";
export const blockFigures: readonly BlockFigure[] = ["cpu", "start", "memory-idle", "memory-peak"];

/** The figures that a block has on request. */
export type FurtherFigure = Exclude<FigureName, BlockFigure | "size" | "packages">;
export const furtherFigures: readonly FurtherFigure[] = [
  "latency-p50",
  "latency-p99",
  "latency-p50-at-20",
  "latency-p99-at-20",
  "cost-200",
  "cost-1000",
];

/** Returns such a figure of both servers in a block; null if it was not measured or is void. */
export function furtherPairOf(
  figure: FurtherFigure,
  { further }: Pick<BlockRecord, "further">,
): { readonly base: number; readonly new: number } | null {
  if (figure === "cost-200" || figure === "cost-1000") {
    const rate = figure === "cost-200" ? 200 : 1000;
    const sides = further?.cost.find((one) => one.rate.base === rate)?.sides ?? null;
    return sides && { base: 1 / efficiency(sides.base), new: 1 / efficiency(sides.new) };
  }
  const fraction = figure.endsWith("-at-20") ? 0.2 : null;
  const of = figure.startsWith("latency-p50") ? "p50" : "p99";
  const sides = further?.latency.find((one) => one.fraction === fraction)?.sides ?? null;
  return sides && { base: sides.base[of], new: sides.new[of] };
}

/** Returns a figure of one server in one block; null if it is unknown, as the memory is outside Linux. */
export function valueOf(figure: BlockFigure, side: Side): number | null {
  // A server that ran already has no start here, and its memory has a past of its own.
  if (figure !== "cpu" && side.startup.ready === 0) return null;
  const value = {
    cpu: () => 1 / efficiency(side),
    start: () => side.startup.firstByte,
    "memory-idle": () => side.memory?.idle ?? 0,
    "memory-peak": () => side.memory?.peak ?? 0,
  }[figure]();
  return value > 0 ? value : null;
}
