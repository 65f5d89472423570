import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { messageOf, publishable } from "@deadheat/journal";
import type { Gated } from "@deadheat/judge";
import { readConfig } from "../config/read.ts";
import type { ReadConfig, ReadRequest } from "../config/checked.ts";
import type { Side } from "../entrants/side.ts";
import { changedSettings, matched } from "./changed-settings.ts";

/** By how much the new one may be slower where nothing else is said. */
export const USUAL_GATE = 0.05;

/** What the new one is held to. */
export interface Limits {
  readonly told: Gated["limits"];
  /** The base's configuration; null if it has none. */
  readonly base: ReadConfig | null;
  /** The configuration that decides budget, margin and `allowDifferent`. */
  readonly config: ReadConfig | null;
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
 * @param requests those of the command or of the new one's configuration; null for none
 * @param usual the request for a configuration without any
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
    note(`the base's configuration cannot be read (${unread}): the new one's gate counts`);
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
  return matched(own, written).flatMap(({ base: { name: request, gateShare: base }, new: two }) => {
    const other = two?.gateShare ?? null;
    return two === null || base === other ? [] : [{ request, base, new: other }];
  });
}
