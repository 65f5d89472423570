import type { Pair } from "@deadheat/measure";
import type { IndirectCause } from "@deadheat/judge";
import { changesIn, type ChangedScript } from "./changes.ts";
import type { Covered } from "./cover.ts";
import type { Ran } from "./covered.ts";
import { areContained } from "./effects.ts";
import type { SourceFunction } from "./meaning.ts";
import { changedIn } from "./ran-code.ts";

/**
 * The effect of a change on each request. `direct`: the request ran a function that differs, is new or is gone. `indirect`:
 * something else differs that may change its speed. `untouched`: it runs the same code, and all that differs is known to run in
 * other requests alone.
 */
export type Touch = "direct" | "indirect" | "untouched";

export interface Touched {
  readonly touch: readonly Touch[];
  /** The reasons that requests are indirect; none if no request is. */
  readonly causes: readonly IndirectCause[];
}

/** The number of requests from which a function that nearly all of them run is shared code, such as middleware. */
export const MANY = 5;
const NEARLY_ALL = 0.8;

/**
 * Returns the touch of each request.
 * @param isOnlyCode whether nothing but the code of loaded scripts differs
 */
export function touchOf(covered: Pair<Covered>, isOnlyCode: boolean): Touched {
  const { scripts, replaced } = changesIn({
    base: covered.base.scripts.values(),
    new: covered.new.scripts.values(),
  });
  const ran = [
    ranChanged(covered.base, scripts.base),
    ranChanged(covered.new, scripts.new),
  ] as const;
  const causes = new Set(ran.flatMap(causesIn));
  if (!isOnlyCode) causes.add("files");
  if (!areContained(replaced)) causes.add("effects");
  const count = covered.base.isSeenEnough.length;
  const own = Array.from({ length: count }, (_, i) =>
    union(ran.flatMap(({ turns }) => turns.map((one) => one[i] ?? []))),
  );
  const runners = new Map<SourceFunction, number>();
  for (const one of own.flatMap((functions) => [...functions]))
    runners.set(one, (runners.get(one) ?? 0) + 1);
  const isShared = (one: SourceFunction) =>
    count >= MANY && (runners.get(one) ?? 0) >= NEARLY_ALL * count;
  const isForAll = causes.size > 0;
  const touch = own.map((functions, i): Touch => {
    if ([...functions].some((one) => !isShared(one))) return "direct";
    const isSeenEnough = covered.base.isSeenEnough[i] && covered.new.isSeenEnough[i];
    if (functions.size > 0) causes.add("shared");
    else if (!isSeenEnough) causes.add("rare");
    return functions.size > 0 || !isSeenEnough || isForAll ? "indirect" : "untouched";
  });
  // Something differs, so if no request seems touched, the difference was not understood.
  if (touch.every((one) => one === "untouched"))
    return { touch: touch.map(() => "indirect"), causes: ["files"] };
  return { touch, causes: touch.includes("indirect") ? [...causes] : [] };
}

/** The changed functions of one server, and when they ran. */
interface RanChanged {
  readonly all: ReadonlySet<SourceFunction>;
  readonly startup: ReadonlySet<SourceFunction>;
  readonly turns: readonly (readonly ReadonlySet<SourceFunction>[])[];
}

function ranChanged(
  { scripts, startup, ready, turns }: Covered,
  changed: ReadonlyMap<string, ChangedScript>,
): RanChanged {
  const ranIn = (report: Ran) => changedIn(report, scripts, changed);
  const changedByTurn = turns.map((reports) => reports.map(ranIn));
  const ofFirst = union(changedByTurn.map(([first]) => first ?? []));
  // The startup may do some of its work late, while the server answers its first request.
  const late = [...ranIn(ready)].filter((one) => !ofFirst.has(one));
  return {
    all: union([...changed.values()].map((one) => one.changed)),
    startup: union([ranIn(startup), late]),
    turns: changedByTurn,
  };
}

function causesIn({ all, startup, turns }: RanChanged): IndirectCause[] {
  const seen = union(turns.flat());
  const [, ...later] = turns;
  // A timer runs beside any request. What a cache got in the first turn may serve other requests, which would have made it themselves.
  const isUnsteady = (one: SourceFunction) =>
    turns[0]?.some((_, i) => {
      const isIn = (turn: (typeof turns)[number]) => turn[i]?.has(one) === true;
      return turns.some(isIn) && !later.every(isIn);
    });
  return [...all].flatMap((one): IndirectCause[] => {
    if (startup.has(one)) return ["startup"];
    if (!seen.has(one)) return ["unseen"];
    return isUnsteady(one) ? ["unsteady"] : [];
  });
}

function union<T>(sets: readonly Iterable<T>[]): Set<T> {
  return new Set(sets.flatMap((one) => [...one]));
}
