import { studentQuantile } from "@deadheat/stats";
import type { DearerIn } from "../documents/dearer.ts";
import type { Cost, Explained, ExplainedFunction } from "../documents/explained.ts";
import { apart } from "./families.ts";

/** The fewest profiled rounds in which small changes are looked for, and those that a gate takes for it. */
const LEAST_ROUNDS = 8;
export const ROUNDS_FOR_FUNCTIONS = 12;

/** The chance of an excess that is none, of all that is tested together. */
const LEVEL = 0.025;

/**
 * Returns what became more expensive by more than a limit. Time that has only moved is left out, and so are a file and a
 * package in which a smaller thing is named.
 * @param explained the whole explanation; null if there are too few profiled rounds
 * @param gated whether the limit decides a gate
 */
export function dearerIn(explained: Explained | null, limit: number, gated: boolean): DearerIn {
  if (explained === null) {
    return { limit, rounds: 0, found: [], outcome: gated ? "undecided" : null };
  }
  const { whole, rounds, functions, files, packages } = explained;
  const tests = [...functions, ...files, ...packages].filter(({ q }) => q !== null).length;
  const isDearer = (cost: Cost) => cost.difference > limit * whole.base;
  const sizeOf = ({ difference, lo, hi }: Cost) => {
    const [least, most] = [lo ?? -Infinity, hi ?? Infinity];
    const half = (most - least) / 2 / studentQuantile(0.975, rounds - 1);
    const sure = difference - half * studentQuantile(1 - LEVEL / tests, rounds - 1);
    const [share, from, to] = [difference, least, most].map((one) => one / whole.base);
    return { share, lo: from, hi: to, over: sure > limit * whole.base } as Sized;
  };
  const own = functions
    .filter(({ named, moved, self, kind }) => named && !moved && !apart.has(kind) && isDearer(self))
    .map((one) => {
      const isOwn = one.kind === "app" || one.kind === "framework";
      const { name, kind, package: owner, file, line } = isOwn ? one : (one.caller ?? one);
      const place = { name, kind, package: owner, file, line };
      const found = { what: "function", name: one.name, place, ...sizeOf(one.self) } as const;
      return { of: one, found };
    });
  const fileOf = (one: ExplainedFunction) => `${one.package ?? ""} ${one.file}`.trim();
  const groups = (
    what: "file" | "package",
    all: Explained["files"],
    nameOf: (one: ExplainedFunction) => string | null,
  ) =>
    all
      .filter(({ name, named, cost }) => {
        const moved = functions
          .filter((one) => one.moved && one.self.difference > 0 && nameOf(one) === name)
          .reduce((sum, { self }) => sum + self.difference, 0);
        return named && cost.difference - moved > limit * whole.base;
      })
      .map(({ name, cost }) => ({ what, name, place: null, ...sizeOf(cost) }));
  const named = new Set(own.map(({ of }) => fileOf(of)));
  const ownFiles = groups("file", files, fileOf).filter(({ name }) => !named.has(name));
  const inside = (name: string) =>
    own.some(({ of }) => of.package === name) ||
    ownFiles.some((one) => one.name.startsWith(`${name} `));
  const found = [
    ...own.map((one) => one.found),
    ...ownFiles,
    ...groups("package", packages, (one) => one.package).filter(({ name }) => !inside(name)),
  ];
  const isOpen = found.length > 0 || rounds < LEAST_ROUNDS;
  const outcome = found.some(({ over }) => over) ? "failed" : isOpen ? "undecided" : "passed";
  return { limit, rounds, found, outcome: gated ? outcome : null };
}

type Sized = Pick<DearerIn["found"][number], "share" | "lo" | "hi" | "over">;
