import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { messageOf, publishable } from "@deadheat/journal";
import type { Gated } from "@deadheat/judge";
import { readConfig } from "../config/read.ts";
import type { ReadConfig, ReadRequest } from "../config/checked.ts";
import type { Side } from "../entrants/side.ts";

/** The share by which the new version may be slower if neither options nor a configuration name one. */
export const USUAL_GATE = 0.05;

/** The limits that the new version must keep. */
export interface Limits {
  /** The limits as the document shows them. */
  readonly told: Gated["limits"];
  /** The base's configuration; null if it has none. */
  readonly base: ReadConfig | null;
  /** The requests, each with the gate that applies. */
  readonly requests: readonly ReadRequest[];
}

export interface LimitsAsked {
  readonly gate: number | null;
  /** True if the options named the requests, and not a configuration. */
  readonly ownRequests: boolean;
  /** The user's configuration, and its name as the user wrote it. */
  readonly config: ReadConfig | null;
  readonly configName: string | null;
  readonly cwd: string;
  readonly note: (line: string) => void;
}

/**
 * Returns the limits of the base's configuration if the base is a revision that has one: a change must not loosen its own
 * gate. The limits list what the change would have changed. Otherwise the new version's configuration applies.
 * @param base null if the base is not known yet
 */
export async function limitsOf(
  base: Side | null,
  requests: readonly ReadRequest[],
  asked: LimitsAsked,
): Promise<Limits> {
  const { config, gate, ownRequests, note } = asked;
  const { found, unread } = await baseConfig(base, asked);
  if (unread !== null)
    note(`the base's configuration cannot be read (${unread}): the gate of the new one applies`);
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

/** Reads the base's configuration. The file is code of the base, and deadheat runs that code in any case. */
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

/** Returns a request with the base's gate; null if the base does not have the request. */
function asIn({ requests }: ReadConfig, request: ReadRequest): ReadRequest {
  const there = requests.find(({ name }) => name === request.name);
  return { ...request, gateShare: there?.gateShare ?? null };
}

/** Returns the change of the common gate. `--gate` overrides both configurations, so then there is none. */
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
