import { randomBytes } from "node:crypto";
import { scenarioNamed, scenarios, type Exchange } from "@deadheat/handlers";
import {
  messageOf,
  type ServicesDescription,
  type VerifyRecord,
  EnvironmentError,
  Interrupted,
  unlessInterrupted,
} from "@deadheat/journal";
import {
  askedOf,
  departure,
  keptResponse,
  type Answer,
  launch,
  type Pinning,
} from "@deadheat/measure";
import { entrantOf } from "../targets/entrant.ts";
import { freshAssets } from "../targets/serving/assets.ts";
import {
  askedBy,
  isPlain,
  plain,
  servingFor,
  servingKey,
  type Serving,
} from "../targets/serving/serving.ts";
import { withServiceGone, type Addresses } from "../targets/serving/store-address.ts";
import { librariesOf } from "../targets/means.ts";
import { unsupportedReason, type Target } from "../targets/manifest.ts";
import { whyUnsupported } from "../targets/scenarios.ts";
import { routeChecks, scenarioChecks, type Check } from "./check.ts";
import { differences, fieldsOf } from "./differences.ts";
import type { Probed } from "./probes.ts";

/** The answers of floors, by floor and purpose of its server. */
export type FloorResponses = Map<string, Promise<Checked>>;

/** Makes the checks of a server from a token that is drawn after the server has started. */
type ChecksOf = (token: string) => Check[];

export interface Conditions {
  readonly pinning: Pinning;
  readonly signal?: AbortSignal;
  /** The answers of floors that were already checked, so that each floor is started once for each purpose. */
  readonly floorResponses?: FloorResponses;
}

/** The scenarios to check besides the plain routes, and the services that they need. */
interface VerifyOptions extends Conditions {
  readonly scenarios?: readonly string[];
  readonly services?: ServicesDescription | undefined;
  readonly addresses?: Addresses | undefined;
}

/**
 * Checks every plain route, and each scenario whose server is started in a special way: with a store, with families, or
 * over another protocol. Starts one server process for each such way, not for each scenario. A target that cannot be
 * started fails on every route.
 */
export async function verifyTarget(
  target: Target,
  floor: Target,
  { scenarios: names = [], services, addresses, ...conditions }: VerifyOptions,
): Promise<VerifyRecord[]> {
  const plainChecks = (token: string) => routeChecks(target, token);
  const verdicts = await verifyServing(target, floor, plainChecks, plain, conditions);
  const apart = names.filter((name) => !isPlain(scenarioNamed(name)));
  for (const own of Map.groupBy(apart, servingKey).values()) {
    const possible = own.filter((scenario) => {
      const reason = whyUnsupported(target, scenario, services);
      if (reason !== null) verdicts.push(verdict(target, scenario, "unsupported", reason));
      return reason === null;
    });
    const [first] = possible;
    if (first === undefined) continue;
    const serving = await servingFor(first, addresses);
    // The checks include scenarios that this target lacks, because the floor's responses serve all targets.
    const checks = (token: string) => scenarioChecks(possible, token);
    verdicts.push(...(await verifyServing(target, floor, checks, serving, conditions)));
  }
  return verdicts;
}

/**
 * Starts `target` and `floor` for one purpose, and checks every exchange. A wrong status, body or media type fails, and so
 * does a connection that is closed after a response. Differences in header fields or bytes from the floor are reported.
 */
export async function verifyServing(
  target: Target,
  floor: Target,
  checksOf: ChecksOf,
  serving: Serving,
  conditions: Conditions,
): Promise<VerifyRecord[]> {
  const names = checksOf("").map(({ name }) => name);
  if (target.unsupported !== null) {
    return names.map((name) =>
      verdict(target, name, "unsupported", unsupportedReason(target, name)),
    );
  }
  try {
    const asked = await responsesOf(target, checksOf, serving, conditions);
    const { store, families, protocol } = serving;
    const key = JSON.stringify([floor.name, store?.store.name, families, protocol, names]);
    const { floorResponses = new Map() as FloorResponses } = conditions;
    const expected = await floorResponses.getOrInsertComputed(key, () =>
      responsesOfFloor(floor, checksOf, serving, conditions),
    );
    return asked.map(({ check, outcomes }) => {
      const same = expected.find((one) => one.check.name === check.name);
      return judge(target, check, outcomes, same?.outcomes[0]);
    });
  } catch (error) {
    if (error instanceof Interrupted || error instanceof EnvironmentError) throw error;
    const reason = await withServiceGone(messageOf(error), serving.store);
    return names.map((name) => verdict(target, name, "failed", reason));
  }
}

type Outcome = Answer | Error | null;

/** Checks, and the outcomes of their exchanges and probes: a response, an error, or null for a probe that passed. */
type Checked = { readonly check: Check; readonly outcomes: readonly Outcome[] }[];

async function responsesOf(
  target: Target,
  checksOf: ChecksOf,
  { assets, ...rest }: Serving,
  { pinning, signal }: Conditions,
): Promise<Checked> {
  // The server gets its own files, because probes change them.
  const own = assets === null ? null : freshAssets();
  const serving = { ...rest, assets: own?.folder ?? null };
  try {
    const server = await launch(entrantOf(target, serving), pinning, signal);
    try {
      // The token is drawn after the server has started, so no response can be prepared.
      const probed = { port: server.port, serving, token: `t${randomBytes(6).toString("hex")}` };
      const asked: Checked = [];
      for (const check of checksOf(probed.token)) {
        const outcomes: Outcome[] = [];
        for (const step of check.unsupported === null ? stepsOf(check, probed, signal) : []) {
          const gone = server.died();
          // A probe takes seconds, and ends with its server.
          const outcome = gone === null ? step().catch((error: Error) => error) : new Error(gone);
          outcomes.push(await unlessInterrupted<Outcome>(outcome, signal));
          if (signal?.aborted) throw new Interrupted();
        }
        asked.push({ check, outcomes });
      }
      return asked;
    } finally {
      await server.stop();
    }
  } finally {
    own?.remove();
  }
}

function stepsOf(
  { exchanges, probes }: Check,
  probed: Probed,
  signal: AbortSignal | undefined,
): (() => Promise<Outcome>)[] {
  const { port, serving } = probed;
  return [
    ...exchanges.map((exchange) => async () => {
      return keptResponse(port, await askedOf(port, askedBy(exchange, serving), signal), signal);
    }),
    ...probes.map((probe) => async () => {
      const wrong = await probe(probed);
      return wrong === null ? null : new Error(wrong);
    }),
  ];
}

/** Returns no responses if the floor fails: a failing floor shows in its own rows, not in those of its targets. */
async function responsesOfFloor(...args: Parameters<typeof responsesOf>): Promise<Checked> {
  try {
    return await responsesOf(...args);
  } catch (error) {
    if (error instanceof Interrupted || error instanceof EnvironmentError) throw error;
    return [];
  }
}

function judge(
  target: Target,
  { name, exchanges, unsupported: lack }: Check,
  outcomes: readonly Outcome[],
  atFloor: Outcome | undefined,
): VerifyRecord {
  if (lack !== null) return verdict(target, name, "unsupported", lack);
  for (const [i, outcome] of outcomes.entries()) {
    const reason = reasonOf(exchanges[i], outcome);
    if (reason !== null) return verdict(target, name, "failed", reason);
  }
  const first = outcomes[0] as Answer;
  const isScenario = scenarios.some((scenario) => scenario.name === name);
  const libraries = isScenario ? librariesOf(target, name) : [];
  const known = atFloor && !(atFloor instanceof Error);
  return {
    ...verdict(target, name, "ok", null),
    differences: known ? differences(first, atFloor) : [],
    response: {
      status: first.status,
      headers: Object.fromEntries(fieldsOf(first)),
      bytes: first.bytes,
      ...(first.tls && { tls: first.tls }),
    },
    ...(libraries.length > 0 && { libraries }),
  };
}

/** Returns the error in the response to an exchange, or the error that a probe has found. */
function reasonOf(exchange: Exchange | undefined, outcome: Outcome): string | null {
  if (outcome instanceof Error) {
    if (!exchange) return outcome.message;
    const { method, path } = exchange.request;
    return `${method} ${path}: ${outcome.message}`;
  }
  if (outcome === null || !exchange) return null;
  const reason = departure(exchange, outcome);
  return reason === null ? null : `${reason}${outcome.kept ? ", when it was asked again" : ""}`;
}

export function verdict(
  { name: target }: Pick<Target, "name">,
  scenario: string,
  status: VerifyRecord["status"],
  reason: string | null,
): VerifyRecord {
  return { type: "verify", target, scenario, status, reason, differences: [], response: null };
}
