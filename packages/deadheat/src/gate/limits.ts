import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { messageOf, publishable } from "@deadheat/journal";
import type { Gated } from "@deadheat/judge";
import { readConfig } from "../config/read.ts";
import type { ReadConfig, ReadRequest } from "../config/checked.ts";
import type { Side } from "../entrants/side.ts";
import { changedSettings, matched } from "./changed-settings.ts";

/** The share by which the new version may be slower if neither options nor a configuration name one. */
export const USUAL_GATE = 0.05;

/** The limits that the new version must keep. */
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
 * @param requests the requests of the command or of the new one's configuration; null if there are none
 * @param usual the request for a configuration without requests
 */
export async function limitsOf(
  base: Side | null,
  requests: readonly ReadRequest[] | null,
  usual: readonly ReadRequest[],
  asked: LimitsAsked,
): Promise<Limits> {
  const { config, gate, ownRequests, note } = asked;
  const { found, unread } = await baseConfig(base, asked);
  if (unread !== null)
    note(`the base's configuration cannot be read (${unread}): the gate of the new one applies`);
  const share = found === null ? (config?.gateShare ?? null) : found.gateShare;
  const whose = found === null ? ("new" as const) : ("base" as const);
  const written = requests ?? usual;
  const own = found !== null && found.requests.length > 0 ? found.requests : usual;
  const counting = ownRequests || found === null ? written : own;
  const settings = found === null ? [] : changedSettings(found, config);
  return {
    requests: counting,
    base: found,
    config: found ?? config,
    told: {
      gate: gate ?? share ?? USUAL_GATE,
      from: gate !== null ? "options" : share === null ? "default" : whose,
      changes:
        found === null ? [] : [...gateChange(found, asked), ...requestChanges(counting, written)],
      ...(settings.length > 0 && { settings }),
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
  return matched(own, written).flatMap(({ base: { name: request, gateShare: base }, new: two }) => {
    const other = two?.gateShare ?? null;
    return two === null || base === other ? [] : [{ request, base, new: other }];
  });
}
