import { randomBytes } from "node:crypto";
import { scenarios, type Exchange } from "@deadheat/handlers";
import { messageOf } from "@deadheat/journal";
import {
  EnvironmentError,
  Interrupted,
  askedOf,
  departure,
  keptAnswer,
  type Answer,
  launch,
  type Pinning,
} from "@deadheat/measure";
import { entrantOf } from "../targets/entrant.ts";
import { freshAssets } from "../targets/serving/assets.ts";
import { askedBy, plain, type Serving } from "../targets/serving/serving.ts";
import { withServiceGone } from "../targets/serving/store-address.ts";
import { librariesOf } from "../targets/means.ts";
import { unsupportedReason, type Target } from "../targets/manifest.ts";
import { routeChecks, type Check } from "./check.ts";

/** How a target's right answer differs from its floor's: no failure, but no equal work either. */
export interface Difference {
  readonly kind: "header" | "bytes";
  /** The header field's name, in lower case; null for bytes. */
  readonly name: string | null;
  /** Null: absent there. */
  readonly target: string | number | null;
  readonly floor: string | number | null;
}

/** What was found of one route or scenario of a target. */
export interface Verdict {
  readonly target: string;
  /** A scenario's name, or a route's that no scenario measures. */
  readonly scenario: string;
  readonly status: "ok" | "failed" | "unsupported";
  readonly reason: string | null;
  readonly differences: readonly Difference[];
  /** The answer to the first exchange, as a load gets it; null where there was none. */
  readonly response: ObservedResponse | null;
  /** Packages besides the framework that serve it, where there are some. */
  readonly libraries?: { name: string; version: string }[];
}

export interface ObservedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the whole response on the wire. */
  readonly bytes: number;
  /** Over TLS: its version and cipher. */
  readonly tls?: string;
}

/** Answers of floors that were asked already, by floor and what it was started for. */
export type FloorAnswers = Map<string, Promise<Asked>>;

/** What is asked of a server, made up by a token that is drawn once it runs. */
type ChecksOf = (token: string) => Check[];

/**
 * Starts `target`, and `floor` beside it, and checks every exchange of every route: a wrong status,
 * body or media type fails, and so does a connection that is closed after an answer; a difference of
 * header fields or bytes against the floor is reported. A target that cannot be started fails on
 * every route.
 */
export async function verifyTarget(
  target: Target,
  floor: Target,
  pinning: Pinning,
  signal?: AbortSignal,
  floorAnswers: FloorAnswers = new Map(),
): Promise<Verdict[]> {
  const checks = (token: string) => routeChecks(target, token);
  return verifyServing(target, floor, checks, plain, { pinning, signal, floorAnswers });
}

interface Conditions {
  readonly pinning: Pinning;
  readonly signal: AbortSignal | undefined;
  readonly floorAnswers: FloorAnswers;
}

/** The same for what a server is started for besides: a store, families, another protocol. */
export async function verifyServing(
  target: Target,
  floor: Target,
  checksOf: ChecksOf,
  serving: Serving,
  conditions: Conditions,
): Promise<Verdict[]> {
  const names = checksOf("").map(({ name }) => name);
  if (target.unsupported !== null) return names.map((name) => unsupported(target, name));
  try {
    const { checks, outcomes } = await answersOf(target, checksOf, serving, conditions);
    const { store, families, protocol } = serving;
    const key = JSON.stringify([floor.name, store?.store.name, families, protocol, names]);
    const atFloor =
      conditions.floorAnswers.get(key) ?? answersOfFloor(floor, checksOf, serving, conditions);
    conditions.floorAnswers.set(key, atFloor);
    const expected = await atFloor;
    const firstOf = (name: string) =>
      expected.outcomes[expected.checks.findIndex((check) => check.name === name)]?.[0];
    return checks.map((check, i) => judge(target, check, outcomes[i], firstOf(check.name)));
  } catch (error) {
    if (error instanceof Interrupted || error instanceof EnvironmentError) throw error;
    const reason = await withServiceGone(messageOf(error), serving.store);
    return names.map((name) => failed(target, name, reason));
  }
}

type Outcome = Answer | Error | null;

/** What was asked, and what came of each exchange, then of each probe: null or an answer, or what was wrong. */
interface Asked {
  readonly checks: readonly Check[];
  readonly outcomes: readonly (readonly Outcome[])[];
}

async function answersOf(
  target: Target,
  checksOf: ChecksOf,
  { assets, ...rest }: Serving,
  { pinning, signal }: Conditions,
): Promise<Asked> {
  // Files of its own: they are changed under it.
  const own = assets === null ? null : freshAssets();
  const serving = { ...rest, assets: own?.folder ?? null };
  try {
    const server = await launch(entrantOf(target, serving), pinning, signal);
    try {
      // Made up for each server when it runs already, so that no answer can have been prepared.
      const token = `t${randomBytes(6).toString("hex")}`;
      const checks = checksOf(token);
      const outcomes: Outcome[][] = [];
      for (const { exchanges, probes, unsupported: reason } of checks) {
        const found: Outcome[] = [];
        const take = async (work: () => Promise<Outcome>): Promise<void> => {
          if (signal?.aborted) throw new Interrupted();
          const gone = server.died();
          found.push(gone === null ? await work().catch((error: Error) => error) : new Error(gone));
        };
        for (const exchange of reason === null ? exchanges : []) {
          await take(async () => {
            const asked = await askedOf(server.port, askedBy(exchange, serving));
            return keptAnswer(server.port, asked);
          });
        }
        for (const probe of reason === null ? probes : []) {
          await take(async () => {
            const wrong = await probe({ port: server.port, serving, token });
            if (wrong !== null) throw new Error(wrong);
            return null;
          });
        }
        outcomes.push(found);
      }
      return { checks, outcomes };
    } finally {
      await server.stop();
    }
  } finally {
    own?.remove();
  }
}

/** A floor that does not answer fails on its own rows, not on its targets'. */
async function answersOfFloor(...args: Parameters<typeof answersOf>): Promise<Asked> {
  try {
    return await answersOf(...args);
  } catch (error) {
    if (error instanceof Interrupted || error instanceof EnvironmentError) throw error;
    return { checks: [], outcomes: [] };
  }
}

function judge(
  target: Target,
  { name, exchanges, unsupported: lack }: Check,
  outcomes: readonly Outcome[] = [],
  atFloor: Outcome | undefined,
): Verdict {
  if (lack !== null) return unsupported(target, name, lack);
  for (const [i, outcome] of outcomes.entries()) {
    const exchange = exchanges[i];
    const reason = reasonOf(exchange, outcome);
    if (reason !== null) return failed(target, name, reason);
  }
  const first = outcomes[0] as Answer;
  const known = atFloor && !(atFloor instanceof Error);
  return {
    target: target.name,
    scenario: name,
    status: "ok",
    reason: null,
    differences: known ? differences(first, atFloor) : [],
    response: {
      status: first.status,
      headers: Object.fromEntries(fieldsOf(first)),
      bytes: first.bytes,
      ...(first.tls && { tls: first.tls }),
    },
    ...librariesField(target, name),
  };
}

/** What is wrong with the answer to an exchange, or was found by a probe, which has none. */
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

function librariesField(target: Target, name: string): Pick<Verdict, "libraries"> {
  if (!scenarios.some((scenario) => scenario.name === name)) return {};
  const libraries = librariesOf(target, name);
  return libraries.length === 0 ? {} : { libraries };
}

export function unsupported(
  target: Target,
  scenario: string,
  reason = unsupportedReason(target, scenario),
): Verdict {
  return { ...failed(target, scenario, reason), status: "unsupported" };
}

function failed(target: Target, scenario: string, reason: string): Verdict {
  return {
    target: target.name,
    scenario,
    status: "failed",
    reason,
    differences: [],
    response: null,
  };
}

/** Header fields that only one has or whose values differ (the time of day apart), and bytes. */
function differences(target: Answer, floor: Answer): Difference[] {
  const ours = fieldsOf(target);
  const theirs = fieldsOf(floor);
  const names = [...new Set([...ours.keys(), ...theirs.keys()])].toSorted();
  const fields = names
    .filter((name) =>
      name === "date" ? ours.has(name) !== theirs.has(name) : ours.get(name) !== theirs.get(name),
    )
    .map((name): Difference => ({
      kind: "header",
      name,
      target: ours.get(name) ?? null,
      floor: theirs.get(name) ?? null,
    }));
  if (target.bytes === floor.bytes) return fields;
  return [...fields, { kind: "bytes", name: null, target: target.bytes, floor: floor.bytes }];
}

function fieldsOf(answer: Answer): Map<string, string> {
  return new Map(answer.headers.map(([name, value]) => [name.toLowerCase(), value]));
}
