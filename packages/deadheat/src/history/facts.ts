import type { HistoryFacts } from "@deadheat/judge";
import type { Side } from "../ready/side.ts";
import type { Earlier } from "./append.ts";
import { targetName, type Ready } from "./ready.ts";
import type { Wanted } from "./versions.ts";

interface Known extends Pick<HistoryFacts, "subject" | "options" | "shared" | "dependencies"> {
  readonly wanted: readonly Wanted[];
  readonly references: ReadonlyMap<string, Wanted>;
  readonly referenceOf: (series: string) => Side;
  /** The versions that this run measures, or cannot measure. */
  readonly all: readonly Ready[];
  readonly earlier: Earlier | null;
}

/** Returns the versions and series of a history. A version that this run does not measure has the name of the earlier run. */
export function factsOf({
  wanted,
  references,
  referenceOf,
  all,
  earlier,
  ...rest
}: Known): HistoryFacts {
  const known = earlier?.result.history.versions ?? [];
  return {
    ...rest,
    series: [...references].map(([name, { runtime }]) => {
      return { name, runtime, reference: referenceOf(name).name };
    }),
    versions: wanted.map((one) => {
      const { runtime: _, ...version } = one;
      const isSame = (other: Pick<Wanted, "series" | "label">) =>
        other.series === version.series && other.label === version.label;
      const own = all.find((other) => isSame(other.wanted));
      const before = known.find(isSame)?.target ?? version.spec;
      return { target: own ? targetName(own.wanted, own.side) : before, ...version };
    }),
  };
}
