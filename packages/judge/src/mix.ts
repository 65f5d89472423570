import { isCold, type RoundRecord, type Side } from "@deadheat/journal";
import { countOf, workOf } from "./rounds.ts";
import type { Stopping } from "./rules/stopping.ts";

/** The name of the mix among the requests of a comparison. */
export const MIX = "mix";

/** A round of one request, with the share that the request has of all requests. */
interface MixPart {
  readonly share: number;
  readonly record: RoundRecord;
}

/**
 * Returns the round of a mix: the CPU time of one request of the mix is the sum of those of its requests by their shares.
 *
 * Each round of the mix is made of one round of every request, measured in the same minute. The estimate of the mix rests
 * on these rounds, so that its interval holds the sum of the variances of all requests, and a machine that changes its speed
 * between two rounds cancels out. A sum of the separate estimates would have to assume that they are independent.
 * @param parts one good round of each request
 */
export function mixedRound(parts: readonly MixPart[]): RoundRecord {
  const [{ record: first }] = parts as readonly [MixPart];
  const cold = parts.find(({ record }) => isCold(record))?.record ?? first;
  const sum = (of: (record: RoundRecord) => number) =>
    parts.reduce((total, { record }) => total + of(record), 0);
  return {
    type: "round",
    role: first.role,
    new: first.new,
    base: first.base,
    scenario: MIX,
    n: first.n,
    startedAt: first.startedAt,
    ...(first.stage !== undefined && { stage: first.stage }),
    ...(cold.warmup !== undefined && { warmup: cold.warmup }),
    seconds: {
      total: sum(({ seconds }) => seconds.total),
      load: sum(({ seconds }) => seconds.load),
    },
    void: null,
    sides: { new: mixedSide(parts, "new"), base: mixedSide(parts, "base") },
    machine: null,
  };
}

/** Returns the work of one server. Startup time and memory are those of the requests, so that a mix has none. */
function mixedSide(parts: readonly MixPart[], which: "new" | "base"): Side {
  const sides = parts.flatMap(({ share, record }) => {
    const side = record.sides?.[which];
    return side === undefined ? [] : [{ share, side }];
  });
  const sum = (of: (one: (typeof sides)[number]) => number) =>
    sides.reduce((total, one) => total + of(one), 0);
  const shares = sum(({ share }) => share);
  const perRequest = sum(({ share, side }) => {
    const { good, cpuSeconds } = workOf(side);
    return (share / shares) * (cpuSeconds / good);
  });
  const good = sum(({ side }) => side.good);
  const [{ side: first }] = sides as [(typeof sides)[number]];
  const counts = Object.keys(first.counts ?? {}).flatMap((name) => {
    const each = sides.map(({ share, side }) => ({ share, count: countOf(side, name) }));
    if (each.some(({ count }) => count === null)) return [];
    const count = each.reduce((total, one) => total + (one.share / shares) * (one.count ?? 0), 0);
    return [[name, good * count] as const];
  });
  const serving = sides.map(({ side }) => side.servingSeconds);
  return {
    good,
    cpuSeconds: good * perRequest,
    ...(counts.length > 0 && { counts: Object.fromEntries(counts) }),
    servingSeconds: serving.includes(null) ? null : sum(({ side }) => side.servingSeconds ?? 0),
    loadSeconds: sum(({ side }) => side.loadSeconds),
    ends: { good: 0, cpuSeconds: 0 },
    lostThreads: sum(({ side }) => side.lostThreads),
    startup: { ready: 0, firstByte: 0 },
    memory: null,
    sampled: sum(({ side }) => side.sampled),
  };
}

/** Returns the rule for comparisons that are measured in turn: all of them have the time of all rules together. */
export function sharedRule(rule: Stopping, all: readonly Stopping[]): Stopping {
  const total = (of: (one: Stopping) => number | undefined) =>
    all.reduce((sum, one) => sum + (of(one) ?? 0), 0);
  if (rule.kind === "rounds") {
    if (rule.withinSeconds === undefined) return rule;
    return {
      ...rule,
      withinSeconds: total((one) => (one.kind === "rounds" ? one.withinSeconds : 0)),
    };
  }
  return {
    ...rule,
    budgetSeconds: total((one) => (one.kind === "rounds" ? 0 : one.budgetSeconds)),
  };
}
