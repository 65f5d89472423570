import { benjaminiHochberg, moderated, pValue, type LogEstimate } from "@deadheat/stats";
import type { Cost, Kind } from "../documents/explained.ts";
import { costOf, differenceOf, mean, summed, type Values } from "./costs.ts";
import type { Row } from "./samples.ts";

/** The smallest share of a server's CPU time that is tested. Smaller times are noise. */
const TESTED_SHARE = 0.002;

export interface Tested {
  /** The p value, adjusted for its family; null for a difference that is not tested. */
  readonly q: number | null;
  readonly named: boolean;
  readonly cost: Cost;
}

/** The functions that are added up under one name. */
export interface Group {
  readonly name: string;
  readonly values: Values;
  readonly tested: Tested;
}

/** Returns whether both servers have the function with other code. What the samples say has no part in it. */
function isChanged({ place, basePlace }: Row): boolean {
  const [before, after] = [basePlace?.code?.digest() ?? null, place.code?.digest() ?? null];
  return before !== null && after !== null && before !== after;
}

/** The kinds of time that are in no function. They are tested as kinds alone. */
export const apart: ReadonlySet<Kind> = new Set(["gc", "threads", "unseen", "boot", "garbage"]);

const keys = {
  kinds: ({ place }: Row) => place.kind,
  packages: ({ place }: Row) => place.package,
  files: ({ place }: Row) => place.file && `${place.package ?? ""} ${place.file}`.trim(),
};

/**
 * Tests two families: the functions, and their sums by kind, package and file. Each may have half of the level, so two
 * equal servers get any name in at most `level` of all cases, and of the names at most `level` are expected to be false.
 * There are few rounds and many functions, so what the differences of a family vary by is estimated together (stats,
 * `moderated`). If the code of some functions has changed, these few have half of the functions' part to themselves.
 * @param whole the metric of both servers, and the smallest amount that is tested
 */
export function testedFamilies(
  rows: readonly Row[],
  rounds: number,
  { whole, least }: { readonly whole: Pick<Cost, "base" | "new">; readonly least: number },
  level: number,
): { readonly functions: ReadonlyMap<Row, Tested> } & Readonly<Record<keyof typeof keys, Group[]>> {
  const isTested = (values: Values) => {
    const [base, next] = [mean(values.base), mean(values.new)];
    // Below 0 the profiler saw more time than there was, which is no change of the server.
    const isTime = Math.min(base, next) >= 0;
    const isEnough = (value: number, of: number) => value >= Math.max(least, TESTED_SHARE * of);
    return isTime && (isEnough(base, whole.base) || isEnough(next, whole.new));
  };
  const familyOf = (all: readonly Values[], changed: ReadonlySet<Values> = new Set()): Tested[] => {
    const tested = all.filter(isTested);
    const sizes = tested.map((values) => mean(values.base) + mean(values.new));
    const estimates = moderated(tested.map(differenceOf), sizes);
    const withEstimate = tested.map((values, i) => ({
      values,
      estimate: estimates[i] as LogEstimate,
    }));
    const parts = [...Map.groupBy(withEstimate, ({ values }) => changed.has(values)).values()];
    const tests = new Map(
      parts.flatMap((part) => {
        const adjusted = benjaminiHochberg(part.map(({ estimate }) => pValue(estimate)));
        return part.map(({ values, estimate }, i): [Values, Tested] => {
          const q = Math.min(1, parts.length * (adjusted[i] as number));
          return [values, { q, named: q <= level / 2, cost: costOf(values, estimate) }];
        });
      }),
    );
    return all.map(
      (values) => tests.get(values) ?? { q: null, named: false, cost: costOf(values) },
    );
  };
  const sums = (Object.keys(keys) as (keyof typeof keys)[]).flatMap((by) =>
    [...Map.groupBy(rows, (row) => keys[by](row) ?? "")].flatMap(([name, some]) =>
      name === "" ? [] : [{ by, name, values: summed(some, rounds) }],
    ),
  );
  const tests = familyOf(sums.map(({ values }) => values));
  const groups = sums.map((sum, i) => ({ ...sum, tested: tests[i] as Tested }));
  const own = rows.filter(({ place }) => !apart.has(place.kind));
  const changed = new Set(own.filter(isChanged).map(({ self }) => self));
  const ownTests = familyOf(
    own.map(({ self }) => self),
    changed,
  );
  const ofKind = (kind: Kind) =>
    groups.find(({ by, name }) => by === "kinds" && name === kind)?.tested;
  const functions = new Map(rows.map((row) => [row, ofKind(row.place.kind) as Tested]));
  for (const [i, row] of own.entries()) functions.set(row, ownTests[i] as Tested);
  const of = (wanted: string) => groups.filter(({ by }) => by === wanted);
  return { functions, kinds: of("kinds"), packages: of("packages"), files: of("files") };
}
