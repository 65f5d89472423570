import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { messageOf, publishable } from "@deadheat/journal";
import type { Gated } from "@deadheat/judge";
import { requestsOf } from "../compare/prepare.ts";
import type { ReadRequest } from "../config/read-requests.ts";
import { readConfig, type ReadConfig } from "../config/read.ts";
import { suffixOf } from "../entrants/runtime-suffix.ts";
import type { Side } from "../entrants/side.ts";
import type { Asked } from "./options.ts";

/** The share by which the new version may be slower if neither options nor a configuration name one. */
export const USUAL_GATE = 0.05;

export interface Limits {
  /** The limits as the document shows them. */
  readonly told: Gated["limits"];
  /** The base's configuration; null if it has none. */
  readonly base: ReadConfig | null;
  /** The configuration that decides budget, margin and `allowDifferent`. */
  readonly config: ReadConfig | null;
  /** The requests, each with the gate that applies. */
  readonly requests: readonly ReadRequest[];
}

/**
 * Returns the limits of the base's configuration if the base is a revision that has one: a change must not loosen its own
 * gate. The limits list what the change would have changed. Otherwise the new version's configuration applies.
 * @param base null if the base is not known yet
 * @param usual the requests if neither the command nor a configuration names any
 */
export async function limitsOf(
  base: Side | null,
  usual: readonly ReadRequest[],
  asked: Pick<Asked, "gate" | "requests" | "own" | "config" | "cwd" | "note">,
): Promise<Limits> {
  const { own, gate = null, cwd } = asked;
  const { found, unread } = await baseConfig(base, asked);
  if (unread !== null) {
    asked.note(
      `the base's configuration cannot be read (${unread}): the gate of the new one applies`,
    );
  }
  const written = requestsOf(asked, own, cwd) ?? usual;
  const share = (found ?? own)?.gateShare ?? null;
  const told: Limits["told"] = {
    gate: gate ?? share ?? USUAL_GATE,
    from: gate !== null ? "options" : share === null ? "default" : found ? "base" : "new",
    changes: [],
    unread,
  };
  if (found === null) return { requests: written, base: null, config: own, told };
  const counted = found.requests.length > 0 ? found.requests : usual;
  const requests = asked.requests === undefined ? counted : written;
  const settings = changedSettings(found, own);
  const [before, after] = [found.gateShare, own?.gateShare ?? null];
  const changes = matched(requests, written).flatMap(({ base: one, new: two }) => {
    const other = two?.gateShare ?? null;
    if (two === null || one.gateShare === other) return [];
    return [{ request: one.name as string | null, base: one.gateShare, new: other }];
  });
  // `--gate` overrides both configurations.
  if (gate === null && (before ?? USUAL_GATE) !== (after ?? USUAL_GATE)) {
    changes.unshift({ request: null, base: before, new: after });
  }
  const changed = { changes, ...(settings.length > 0 && { settings }) };
  return { requests, base: found, config: found, told: { ...told, ...changed } };
}

/** Reads the base's configuration. The file is code of the base, and deadheat runs that code in any case. */
async function baseConfig(
  base: Side | null,
  { cwd, config }: Pick<Asked, "cwd" | "config">,
): Promise<{ found: ReadConfig | null; unread: string | null }> {
  if (base === null || base.revision === null) return { found: null, unread: null };
  const { cwd: folder } = base;
  const named = config === undefined ? null : relative(cwd, resolve(cwd, config));
  const outside = named !== null && (named.startsWith("..") || isAbsolute(named));
  if (outside || (named !== null && !existsSync(join(folder, named)))) {
    return { found: null, unread: null };
  }
  try {
    return { found: await readConfig(folder, named), unread: null };
  } catch (error) {
    return { found: null, unread: publishable(messageOf(error)) };
  }
}

type Changes = NonNullable<Gated["limits"]["settings"]>;

/** Returns the base's requests, each with the request of the new configuration that has the same method and path. */
function matched(
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
function changedSettings(base: ReadConfig, other: ReadConfig | null): Changes {
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
