import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { messageOf, publishable } from "@deadheat/journal";
import {
  COMPARISON_MARGIN,
  limitsOf as metricsOf,
  type Gate,
  type LimitName,
  type Limits,
} from "@deadheat/judge";
import type { ReadRequest } from "../config/read-requests.ts";
import { readConfig, type ReadConfig } from "../config/read.ts";
import { suffixOf } from "../config/runtime.ts";
import type { Options } from "./options.ts";
import { wantedFor, type ExtraMeasures } from "./wanted.ts";

/** The share by which the new version may be slower if neither options nor a configuration name one. */
export const USUAL_GATE = 0.05;
const usualLimits: Limits = { cpu: USUAL_GATE };

/** Returns the limits of an option: one number is that of `cpu`. null if there are none. */
export function limitsGiven(gate: number | Limits | null | undefined): Limits | null {
  return typeof gate === "number" ? { cpu: gate } : (gate ?? null);
}

export function limitsTold(limits: Limits, from: Gate["limits"]["from"]): Gate["limits"] {
  const { cpu = null, ...others } = limits;
  const metrics = metricsOf(others).map(([metric, limit]) => ({ metric, limit }));
  return { gate: cpu, ...(metrics.length > 0 && { metrics }), from, changes: [], unread: null };
}

/** The limits of a gate, and the settings that come from the same configuration. */
export interface FoundLimits {
  readonly told: Gate["limits"];
  /** The limits by metric of all requests without their own; null if nothing is gated. */
  readonly limits: Limits | null;
  readonly base: ReadConfig | null;
  /** The configuration that decides the settings below, if the options do not. */
  readonly config: ReadConfig | null;
  /** The time for all comparisons and their preparation; null if the number of rounds decides. */
  readonly budgetSeconds: number | null;
  /** The largest relative difference that counts as a tie. */
  readonly margin: number;
  readonly allowDifferent: boolean;
  /** The measurements beside the metrics of every round, for the options and for all limits. */
  readonly extra: ExtraMeasures;
  /** The requests, each with the gate that applies. */
  readonly requests: readonly ReadRequest[];
}

/** Returns the limits by the options, else by the new version's configuration. */
export function ownLimits(
  requests: readonly ReadRequest[],
  options: Options,
  own: ReadConfig | null,
): FoundLimits {
  const gate = gateOf(options, own, "new");
  return { ...gate, ...settled(options, own, gate.limits, requests), requests, base: null };
}

/**
 * Returns the limits of the base's configuration if it has one: a change must not loosen its own gate. The limits list what
 * the change would have changed. Otherwise the new version's configuration applies.
 * @param folder the folder in which the base is checked out
 * @param own the limits by the new version's configuration
 * @param requestsUnder returns the requests with a configuration
 */
export async function limitsOfBase(
  folder: string,
  own: FoundLimits,
  requestsUnder: (config: ReadConfig) => readonly ReadRequest[],
  options: Options,
): Promise<FoundLimits> {
  const { found, unread } = await baseConfig(folder, options);
  if (unread !== null) {
    options.note(
      `The base's configuration cannot be read (${unread}), so the gate of the new one applies`,
    );
  }
  if (found === null) return { ...own, told: { ...own.told, unread } };
  // A change must not take anything out of its own check, so the base's patterns apply.
  const requests = requestsUnder(found);
  const { told, limits } = gateOf(options, found, "base");
  const otherSettings = changedSettings(found, own.config);
  const changes = requests.flatMap((one) => {
    const same = sameRequest(one, own.requests, requests);
    return same === undefined ? [] : changedLimits(one.name, one.gate, same.gate);
  });
  // `--gate` overrides both configurations.
  if (told.from !== "options")
    changes.unshift(...changedGate(found.gate, own.config?.gate ?? null));
  const changed = {
    changes,
    ...(otherSettings.length > 0 && { settings: otherSettings }),
  };
  const settings = settled(options, found, limits, requests);
  return { ...settings, requests, base: found, told: { ...told, ...changed }, limits };
}

/** Returns the settings that the options decide, else the configuration. */
function settled(
  { measure, primary = "cpu", rate, ...options }: Options,
  config: ReadConfig | null,
  limits: Limits | null,
  requests: readonly ReadRequest[],
): Pick<FoundLimits, "config" | "budgetSeconds" | "margin" | "allowDifferent" | "extra"> {
  const own = limits === null ? [] : requests.map(({ gate }) => gate ?? {});
  return {
    config,
    budgetSeconds: options.budgetSeconds ?? config?.budgetSeconds ?? null,
    margin: options.margin ?? config?.margin ?? COMPARISON_MARGIN,
    allowDifferent: options.allowDifferent ?? config?.allowDifferent ?? false,
    extra: wantedFor(measure, Object.assign({}, limits, ...own), primary, rate ?? config?.rate),
  };
}

function gateOf(
  options: Options,
  config: ReadConfig | null,
  whose: "base" | "new",
): Pick<FoundLimits, "told" | "limits"> {
  const isGate = options.command === "gate";
  const given = limitsGiven(options.gate);
  const configured = isGate ? (config?.gate ?? null) : null;
  const limits = given ?? configured ?? (isGate ? usualLimits : null);
  const from = given !== null ? "options" : configured === null ? "default" : whose;
  return { told: limitsTold(limits ?? {}, from), limits };
}

/** Returns the changes of the gate of all requests. A default is no setting of the configuration. */
function changedGate(before: Limits | null, after: Limits | null): LimitChange[] {
  return changedLimits(null, before ?? usualLimits, after ?? usualLimits).map((one) => ({
    ...one,
    base: before === null ? null : one.base,
    new: after === null ? null : one.new,
  }));
}

type LimitChange = Gate["limits"]["changes"][number];

function changedLimits(
  request: string | null,
  before: Limits | null,
  after: Limits | null,
): LimitChange[] {
  const named = [...new Set(Object.keys({ ...before, ...after }))] as LimitName[];
  return named.flatMap((metric) => {
    const [base, next] = [before?.[metric] ?? null, after?.[metric] ?? null];
    if (base === next) return [];
    return [{ request, ...(metric !== "cpu" && { metric }), base, new: next }];
  });
}

/** Reads the base's configuration. The file is code of the base, and deadheat runs that code in any case. */
async function baseConfig(
  folder: string | null,
  { cwd, config }: Options,
): Promise<{ found: ReadConfig | null; unread: string | null }> {
  if (folder === null) return { found: null, unread: null };
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

/** Returns the request of this name, else one with the same method and path whose name is new: it may have been renamed. */
function sameRequest(
  { name, request: { method, path } }: ReadRequest,
  written: readonly ReadRequest[],
  requests: readonly ReadRequest[],
): ReadRequest | undefined {
  const known = new Set(requests.map((one) => one.name));
  return (
    written.find((one) => one.name === name) ??
    written.find(
      (one) => !known.has(one.name) && one.request.method === method && one.request.path === path,
    )
  );
}

type Setting = NonNullable<Gate["limits"]["settings"]>[number];

/** The settings beside gates, in forms that are equal if they mean the same in two folders. */
const comparable: Readonly<Record<Setting, (config: ReadConfig) => unknown>> = {
  budget: ({ budgetSeconds }) => budgetSeconds,
  margin: ({ margin }) => margin,
  allowDifferent: ({ allowDifferent }) => allowDifferent,
  requests: ({ requests }) =>
    requests.map(({ request, expect, ignore, keepAlive, share, paths, login }) => {
      const patterns = ignore.map(({ text }) => text);
      return [request, expect, patterns, keepAlive, share, paths, login];
    }),
  targets: ({ targets }) => targets.map((one) => (one.kind === "command" ? one.label : one.spec)),
  services: ({ services }) =>
    services.map((one) => (one.kind === "program" ? one.command.join(" ") : one.kind)),
  runtimes: ({ runtimes }) => runtimes.map(suffixOf),
  prepare: ({ prepare }) => prepare,
};

/** Returns the settings that the new configuration would change, beside gates. Without one, it takes away all that the base sets. */
function changedSettings(base: ReadConfig, other: ReadConfig | null): Setting[] {
  const unset = new Set(["null", "false", "[]"]);
  return (Object.keys(comparable) as Setting[]).filter((setting) => {
    const before = JSON.stringify(comparable[setting](base));
    if (other === null) return !unset.has(before);
    return before !== JSON.stringify(comparable[setting](other));
  });
}
