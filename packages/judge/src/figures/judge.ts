import { blocksToDecide, equivalencePValue, pValue } from "@deadheat/stats";
import type { BlockRecord } from "@deadheat/journal";
import { estimateOf } from "../blocks.ts";
import type { Figure, FigureName } from "../documents/figure.ts";
import { acrossLooks, blocksToDecideGate, gateOutcome } from "../rules/gate.ts";
import { boundedInterval } from "../rules/precision.ts";
import { LEAST_ROUNDS } from "../rules/stopping.ts";
import {
  blockFigures,
  figureKinds,
  furtherFigures,
  furtherPairOf,
  valueOf,
  type BlockFigure,
} from "./figures.ts";

/** One figure of both servers, measured at the same time. */
export interface FigureSample extends Pick<BlockRecord, "run" | "instance" | "stage"> {
  readonly base: number;
  readonly new: number;
}

/** The samples of all figures that were measured in every block. */
export type FigureSamples = ReadonlyMap<FigureName, readonly FigureSample[]>;

/** Returns the samples of the figures that every block measures. A figure that one block lacks is left out. */
export function samplesOf(records: readonly BlockRecord[]): FigureSamples {
  const good = records.filter(({ sides }) => sides !== null);
  const found = new Map<FigureName, readonly FigureSample[]>();
  const add = (figure: FigureName, of: (record: BlockRecord) => FigureSample[]) => {
    const samples = good.flatMap(of);
    if (samples.length === good.length && good.length > 0) found.set(figure, samples);
  };
  for (const figure of blockFigures) add(figure, (record) => sampleOf(figure, record));
  for (const figure of furtherFigures) {
    add(figure, (record) => {
      const values = furtherPairOf(figure, record);
      return values !== null && values.base > 0 && values.new > 0
        ? [{ ...unitOf(record), ...values }]
        : [];
    });
  }
  return found;
}

function sampleOf(figure: BlockFigure, record: BlockRecord): FigureSample[] {
  const { sides } = record;
  const base = sides && valueOf(figure, sides.base);
  const next = sides && valueOf(figure, sides.new);
  return base === null || next === null ? [] : [{ ...unitOf(record), base, new: next }];
}

function unitOf({ run, instance, stage }: BlockRecord): Omit<FigureSample, "base" | "new"> {
  return {
    ...(run !== undefined && { run }),
    ...(instance !== undefined && { instance }),
    ...(stage !== undefined && { stage }),
  };
}

/** Returns ln(new / base) of each sample: above 0 the new server needs more. */
export function logChanges(samples: readonly FigureSample[]): number[] {
  return samples.map(({ base, new: next }) => Math.log(next / base));
}

/** The rule by which one figure is judged. */
export interface FigureRule {
  /** The level of its interval and of its gate: 0.05 shared by all looks and gates of the command. */
  readonly level: number;
  /** The level of its word at this look. */
  readonly wordLevel: number;
  readonly margin: number | null;
  readonly named: boolean;
  /** The limit of its gate; null if it has none. */
  readonly limit: number | null;
  readonly family: number;
  readonly last: boolean;
  /** true if a server was measured while it still compiled. */
  readonly cold: boolean;
}

/** Judges one figure by itself; `judgeTogether` corrects the words of all figures. */
export function judgeFigure(
  figure: FigureName,
  samples: readonly FigureSample[],
  rule: FigureRule,
): Figure {
  const { unit, margin: usual, needsWarmth } = figureKinds[figure];
  const margin = rule.margin ?? usual;
  const est = estimateOf(samples, logChanges);
  const open = (rule.cold && needsWarmth) || samples.length < LEAST_ROUNDS;
  const p = acrossLooks(pValue(est), rule.wordLevel);
  const equivalenceP = acrossLooks(equivalencePValue(est, margin), rule.wordLevel);
  const verdict = open
    ? "undecided"
    : figureWord(figure, { p, equivalenceP, ratio: Math.exp(est.mean) });
  return {
    figure,
    unit,
    base: geometric(samples.map(({ base }) => base)),
    new: geometric(samples.map((sample) => sample.new)),
    ...boundedInterval(est, 1 - rule.level),
    confidence: 1 - rule.level,
    p,
    equivalenceP,
    margin,
    verdict,
    named: rule.named,
    moreBlocks:
      verdict === "undecided" && !open ? blocksToDecide(est, margin, rule.wordLevel) : null,
    gate: gateOf(),
  };

  function gateOf(): Figure["gate"] {
    const { limit, last, family, level } = rule;
    if (limit === null) return null;
    const gains = logChanges(samples).map((change) => -change);
    const outcome = open ? "undecided" : (gateOutcome(gains, limit, last, family) ?? "undecided");
    const moreBlocks =
      outcome === "undecided" && !open
        ? blocksToDecideGate({ ...est, mean: -est.mean }, limit, family)
        : null;
    return { limit, outcome, confidence: 1 - level, moreBlocks };
  }
}

/** Returns the word for corrected p values. */
export function figureWord(
  figure: FigureName,
  { p, equivalenceP, ratio }: Pick<Figure, "p" | "equivalenceP" | "ratio">,
): Figure["verdict"] {
  const [less, more] = figureKinds[figure].words;
  if (p < 0.05) return ratio > 1 ? more : less;
  return equivalenceP < 0.05 ? "dead-heat" : "undecided";
}

function geometric(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
