import type { Gated } from "@deadheat/judge";
import { suffixOf } from "../entrants/runtime-suffix.ts";
import type { ReadConfig } from "../config/read.ts";
import type { ReadRequest } from "../config/read-requests.ts";

type Changes = NonNullable<Gated["limits"]["settings"]>;

/** Returns the base's requests, each with the request of the new configuration that has the same method and path. */
export function matched(
  base: readonly ReadRequest[],
  other: readonly ReadRequest[],
): readonly { readonly base: ReadRequest; readonly new: ReadRequest | null }[] {
  const left = [...other];
  // The same name decides first: two requests may differ only in their bodies.
  const named = base.map((one) => take(left, one, (two) => two.name === one.name));
  return base.map((one, i) => ({ base: one, new: named[i] ?? take(left, one, () => true) }));
}

function take(
  left: ReadRequest[],
  one: ReadRequest,
  wanted: (two: ReadRequest) => boolean,
): ReadRequest | null {
  const at = left.findIndex((two) => lineOf(two) === lineOf(one) && wanted(two));
  return at === -1 ? null : (left.splice(at, 1)[0] ?? null);
}

/** Returns what the new configuration would change beside gates. Header fields and bodies may be secrets: they are not shown. */
export function changedSettings(base: ReadConfig, other: ReadConfig | null): Changes {
  const plain = [
    ["budget", base.budgetSeconds, other?.budgetSeconds, "s"],
    ["margin", base.margin, other?.margin, ""],
    ["allow-different", base.allowDifferent, other?.allowDifferent ?? false, ""],
  ] as const;
  return [
    ...plain.flatMap(([setting, before, after = null, unit]) => {
      const words = (value: typeof after) => (value === null ? null : `${value}${unit}`);
      return before === after ? [] : [{ setting, base: words(before), new: words(after) }];
    }),
    ...changedRequests(base.requests, other?.requests ?? []),
    ...changedNames("target", base, other, ({ targets }) =>
      targets.map((one) => (one.kind === "command" ? one.label : one.spec)),
    ),
    ...changedNames("runtime", base, other, ({ runtimes }) =>
      runtimes.map((one) => suffixOf(one).slice(1)),
    ),
  ];
}

function changedRequests(base: readonly ReadRequest[], other: readonly ReadRequest[]): Changes {
  const pairs = matched(base, other);
  const kept = new Set(pairs.map((pair) => pair.new));
  const content = ({ request: { headers, body }, expect }: ReadRequest) =>
    JSON.stringify([headers, body, expect]);
  return [
    ...pairs.flatMap(({ base: one, new: two }): Changes => {
      if (two === null) return [{ setting: "request", base: lineOf(one), new: null }];
      if (content(one) === content(two)) return [];
      return [{ setting: "request", base: lineOf(one), new: `${lineOf(two)} (other content)` }];
    }),
    ...other.flatMap((two): Changes =>
      kept.has(two) ? [] : [{ setting: "request", base: null, new: lineOf(two) }],
    ),
  ];
}

function changedNames(
  setting: "target" | "runtime",
  base: ReadConfig,
  other: ReadConfig | null,
  namesOf: (config: ReadConfig) => string[],
): Changes {
  const [before, after] = [namesOf(base), other === null ? [] : namesOf(other)];
  return [
    ...before.flatMap((one) => (after.includes(one) ? [] : [{ setting, base: one, new: null }])),
    ...after.flatMap((two) => (before.includes(two) ? [] : [{ setting, base: null, new: two }])),
  ];
}

const lineOf = ({ request: { method, path } }: ReadRequest): string => `${method} ${path}`;
