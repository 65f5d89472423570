import type { RoundRecord, Checkpoint } from "@deadheat/journal";
import { median } from "@deadheat/stats";

/** The bytes that a response of one server left behind in one round, over each half of the loads. */
export interface GrowthOf {
  readonly early: Slopes;
  readonly late: Slopes;
}

export interface Slopes {
  /** The least-squares slope over all loads of the half. It has all growth, but whether a table doubled is chance. */
  readonly whole: number;
  /** The median over the loads. It is precise, but blind to growth that comes in jumps alone. */
  readonly typical: number;
}

export type Memory = "live" | "resident";

export interface ServerGrowth {
  readonly live: GrowthOf;
  /** null outside Linux. */
  readonly resident: GrowthOf | null;
  /** The responses of both halves, and of the second. */
  readonly responses: number;
  readonly lateResponses: number;
}

export interface GrowthSample {
  readonly base: ServerGrowth;
  readonly new: ServerGrowth;
}

/** Returns a sample for each good round; none if one round lacks it. */
export function growthSamplesOf(records: readonly RoundRecord[]): GrowthSample[] {
  const good = records.filter(({ sides }) => sides !== null);
  const samples = good.flatMap(({ further }) => {
    const sides = further?.growth?.sides ?? null;
    return sides === null ? [] : [{ base: growthOf(sides.base), new: growthOf(sides.new) }];
  });
  return samples.length === good.length ? samples : [];
}

/** Returns what the new server left behind less than the base in each round. */
export function growthGains(
  samples: readonly GrowthSample[],
  of: Memory = "live",
  by: keyof Slopes = "whole",
): number[] {
  const late = (server: ServerGrowth) => server[of]?.late[by] ?? 0;
  return samples.map(({ base, new: next }) => late(base) - late(next));
}

function growthOf(checkpoints: readonly Checkpoint[]): ServerGrowth {
  const middle = Math.floor((checkpoints.length - 1) / 2);
  const halves = [checkpoints.slice(0, middle + 1), checkpoints.slice(middle)] as const;
  const of = (bytes: (one: Checkpoint) => number): GrowthOf => ({
    early: slopesOf(halves[0], bytes),
    late: slopesOf(halves[1], bytes),
  });
  const isKnown = checkpoints.every(({ resident }) => resident !== null);
  const sum = (some: readonly Checkpoint[]) =>
    some.slice(1).reduce((total, { responses }) => total + responses, 0);
  return {
    live: of(({ live }) => live),
    resident: isKnown ? of(({ resident }) => resident ?? 0) : null,
    responses: sum(checkpoints),
    lateResponses: sum(halves[1]),
  };
}

function slopesOf(checkpoints: readonly Checkpoint[], bytes: (one: Checkpoint) => number): Slopes {
  const each = checkpoints.slice(1).map((one, i) => {
    const before = checkpoints[i];
    return (bytes(one) - (before === undefined ? 0 : bytes(before))) / Math.max(1, one.responses);
  });
  return { whole: slope(checkpoints, bytes), typical: median(each) };
}

/** Returns the least-squares slope of the bytes over the responses so far; 0 without responses. */
function slope(checkpoints: readonly Checkpoint[], bytes: (one: Checkpoint) => number): number {
  let done = 0;
  const points = checkpoints.map((one, i) => {
    done += i === 0 ? 0 : one.responses;
    return { x: done, y: bytes(one) };
  });
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const spread = mean((point) => (point.x - x) ** 2);
  return spread === 0 ? 0 : mean((point) => (point.x - x) * (point.y - y)) / spread;
}
