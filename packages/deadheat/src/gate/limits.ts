import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { messageOf, publishable } from "@deadheat/journal";
import type { Gated } from "@deadheat/judge";
import { readConfig } from "../config/read.ts";
import type { ReadConfig, ReadRequest } from "../config/checked.ts";
import type { Side } from "../entrants/side.ts";

/** By how much the new one may be slower where nothing else is said. */
export const USUAL_GATE = 0.05;

/** What the new one is held to. */
export interface Limits {
  readonly told: Gated["limits"];
  /** The base's configuration; null if it has none. */
  readonly base: ReadConfig | null;
  /** With the gates that count. */
  readonly requests: readonly ReadRequest[];
}

export interface LimitsAsked {
  readonly gate: number | null;
  /** The requests are those of the command, not of a configuration. */
  readonly ownRequests: boolean;
  /** The user's configuration, and its name as the user wrote it. */
  readonly config: ReadConfig | null;
  readonly configName: string | null;
  readonly cwd: string;
  readonly note: (line: string) => void;
}

/**
 * The limits of the base's configuration, where the base is a revision that has one: a change must not loosen the gate that
 * it is held to. What it would change is told. Else those of the new one's configuration.
 * @param base null: not known yet
 */
export async function limitsOf(
  base: Side | null,
  requests: readonly ReadRequest[],
  asked: LimitsAsked,
): Promise<Limits> {
  const { config, gate, ownRequests, note } = asked;
  const { found, unread } = await baseConfig(base, asked);
  if (unread !== null)
    note(`the base's configuration cannot be read (${unread}): the new one's gate counts`);
  const share = found === null ? (config?.gateShare ?? null) : found.gateShare;
  const whose = found === null ? ("new" as const) : ("base" as const);
  const own = ownRequests || found === null ? requests : requests.map((one) => asIn(found, one));
  return {
    requests: own,
    base: found,
    told: {
      gate: gate ?? share ?? USUAL_GATE,
      from: gate !== null ? "options" : share === null ? "default" : whose,
      changes:
        found === null ? [] : [...gateChange(found, asked), ...requestChanges(own, requests)],
      unread,
    },
  };
}

/** It is code of the revision, which is run anyway. */
async function baseConfig(
  base: Side | null,
  { cwd, configName }: LimitsAsked,
): Promise<{ found: ReadConfig | null; unread: string | null }> {
  if (base === null || base.revision === null) return { found: null, unread: null };
  const { cwd: folder } = base;
  const named = configName === null ? null : relative(cwd, resolve(cwd, configName));
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

/** A request that the base does not know has no limit of its own there. */
function asIn({ requests }: ReadConfig, request: ReadRequest): ReadRequest {
  const there = requests.find(({ name }) => name === request.name);
  return { ...request, gateShare: there?.gateShare ?? null };
}

/** What `--gate` says holds either way. */
function gateChange(
  { gateShare: base }: ReadConfig,
  { config, gate }: LimitsAsked,
): Gated["limits"]["changes"] {
  const other = config?.gateShare ?? null;
  const same = (base ?? USUAL_GATE) === (other ?? USUAL_GATE);
  return gate !== null || same ? [] : [{ request: null, base, new: other }];
}

function requestChanges(
  own: readonly ReadRequest[],
  written: readonly ReadRequest[],
): Gated["limits"]["changes"] {
  return own.flatMap(({ name: request, gateShare: base }, i) => {
    const other = written[i]?.gateShare ?? null;
    return base === other ? [] : [{ request, base, new: other }];
  });
}
