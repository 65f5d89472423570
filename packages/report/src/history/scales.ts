import type { Panel, Point } from "./words.ts";

/** The ratio axis of a panel: a logarithmic one, with ticks at round percentages. */
export interface RatioAxis {
  readonly ticks: readonly number[];
  /** Returns the place of a ratio: 0 at the top, 1 at the bottom. */
  readonly at: (ratio: number) => number;
}

const STEPS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];
const MOST_TICKS = 7;

/** Returns an axis that contains 1 and every interval. */
export function ratioAxis(panels: readonly Panel[]): RatioAxis {
  const all = panels.flatMap(({ points }) => points.flatMap(endsOf));
  const [least, most] = [Math.min(1, ...all), Math.max(1, ...all)];
  const room = Math.max(0.01, 0.12 * Math.log(most / least));
  const [from, to] = [Math.log(least) - room, Math.log(most) + room];
  const lowest = Math.exp(from) - 1;
  const highest = Math.exp(to) - 1;
  const step = STEPS.find((size) => (highest - lowest) / size < MOST_TICKS) ?? 1;
  const ticks: number[] = [];
  for (let i = Math.ceil(lowest / step); i * step <= highest && ticks.length < 50; i++) {
    if (1 + i * step > 0) ticks.push(Number((1 + i * step).toFixed(6)));
  }
  return { ticks, at: (ratio) => (to - Math.log(ratio)) / (to - from) };
}

function endsOf({ cell }: Point): number[] {
  if (!cell?.efficiency) return [];
  const { ratio, lo, hi } = cell.efficiency.toFloor;
  // An interval of two rounds may have no end that can be drawn.
  return [ratio, Math.max(lo, ratio / 2), Math.min(hi, ratio * 2)].filter(Number.isFinite);
}

/**
 * Returns the places of versions from 0 to 1: by date, but at least `gap` apart. If a date is missing, or a newer version is
 * older than its neighbour (a patch of an older line), all are equally far apart.
 */
export function datePlaces(points: readonly Point[], gap: number): number[] {
  const times = points.map(({ releasedAt }) =>
    releasedAt === null ? NaN : Date.parse(releasedAt),
  );
  const spans = times.slice(1).map((time, i) => time - (times[i] as number));
  const all = spans.reduce((sum, span) => sum + span, 0);
  const count = spans.length;
  if (count === 0) return [0.5];
  const byDate = spans.every((span) => span >= 0) && all > 0 && count * gap < 1;
  const shares = spans.map((span) => (byDate ? gap + (1 - count * gap) * (span / all) : 1 / count));
  let place = 0;
  return [0, ...shares.map((share) => (place += share))];
}
