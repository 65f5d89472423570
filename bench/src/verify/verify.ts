import { randomBytes } from "node:crypto";
import { routes, scenarios, storeRoutes, type Exchange } from "@deadheat/handlers";
import { messageOf } from "@deadheat/journal";
import {
  EnvironmentError,
  Interrupted,
  departure,
  keptAnswer,
  type Answer,
  launch,
  type Pinning,
} from "@deadheat/measure";
import { entrantOf } from "../targets/entrant.ts";
import { withServiceGone, type StoreAddress } from "../targets/store-address.ts";
import { unsupportedReason, type Target } from "../targets/manifest.ts";

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
}

export interface ObservedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the whole response on the wire. */
  readonly bytes: number;
}

interface Check {
  readonly name: string;
  readonly exchanges: readonly Exchange[];
  readonly supported: boolean;
}

/** Answers of floors that were asked already, by floor and store. */
export type FloorAnswers = Map<string, Promise<Outcome[][]>>;

/**
 * Starts `target`, and `floor` beside it, and checks every exchange of every route: a wrong status,
 * body or media type fails, and so does a connection that is closed after an answer; a difference of
 * header fields or bytes against the floor is reported. A target that cannot be started fails on
 * every route. With a store the routes are those that ask it, one verdict for each of its scenarios.
 */
export async function verifyTarget(
  target: Target,
  floor: Target,
  pinning: Pinning,
  signal?: AbortSignal,
  store: StoreAddress | null = null,
  floorAnswers: FloorAnswers = new Map(),
): Promise<Verdict[]> {
  // Made anew for each target, so that an answer cannot have been prepared.
  const token = `t${randomBytes(6).toString("hex")}`;
  const checks = store ? storeChecks(target, token, store) : checksOf(target, token);
  if (target.unsupported !== null) return checks.map(({ name }) => unsupported(target, name));
  try {
    const answers = await answersOf(target, checks, pinning, signal, store);
    const key = `${floor.name} ${store?.store.name ?? ""}`;
    const asked = floorAnswers.get(key) ?? answersOfFloor(floor, checks, pinning, signal, store);
    floorAnswers.set(key, asked);
    const expected = await asked;
    return checks.map((check, i) => judge(target, check, answers[i], expected[i]?.[0]));
  } catch (error) {
    if (error instanceof Interrupted || error instanceof EnvironmentError) throw error;
    const reason = await withServiceGone(messageOf(error), store);
    return checks.map(({ name }) => failed(target, name, reason));
  }
}

function checksOf(target: Target, token: string): Check[] {
  return routes.map((route) => {
    const scenario = scenarios.find((s) => s.route === route.name && s.store === null);
    return {
      name: scenario?.name ?? route.name,
      exchanges: route.exchanges(token),
      supported: scenario === undefined || target.scenarios.includes(scenario.name),
    };
  });
}

function storeChecks(target: Target, token: string, { store }: StoreAddress): Check[] {
  return scenarios
    .filter((scenario) => scenario.store === store.name)
    .map((scenario) => ({
      name: scenario.name,
      exchanges: storeRoutes.find((r) => r.name === scenario.route)?.exchanges(token) ?? [],
      supported: target.scenarios.includes(scenario.name),
    }));
}

type Outcome = Answer | Error;

async function answersOf(
  target: Target,
  checks: readonly Check[],
  pinning: Pinning,
  signal: AbortSignal | undefined,
  store: StoreAddress | null,
): Promise<Outcome[][]> {
  const server = await launch(entrantOf(target, store), pinning, signal);
  try {
    const answers: Outcome[][] = [];
    for (const { exchanges, supported } of checks) {
      const outcomes: Outcome[] = [];
      for (const exchange of supported ? exchanges : []) {
        if (signal?.aborted) throw new Interrupted();
        const gone = server.died();
        if (gone !== null) outcomes.push(new Error(gone));
        else outcomes.push(await keptAnswer(server.port, exchange).catch((error: Error) => error));
      }
      answers.push(outcomes);
    }
    return answers;
  } finally {
    await server.stop();
  }
}

/** A floor that does not answer fails on its own rows, not on its targets'. */
async function answersOfFloor(...args: Parameters<typeof answersOf>): Promise<Outcome[][]> {
  try {
    return await answersOf(...args);
  } catch (error) {
    if (error instanceof Interrupted || error instanceof EnvironmentError) throw error;
    return [];
  }
}

function judge(
  target: Target,
  { name, exchanges, supported }: Check,
  outcomes: readonly Outcome[] = [],
  atFloor: Outcome | undefined,
): Verdict {
  if (!supported) return unsupported(target, name);
  for (const [i, outcome] of outcomes.entries()) {
    const exchange = exchanges[i] as Exchange;
    const { method, path } = exchange.request;
    const reason =
      outcome instanceof Error
        ? `${method} ${path}: ${outcome.message}`
        : departure(exchange, outcome);
    if (reason === null) continue;
    const again = outcome instanceof Error || !outcome.kept ? "" : ", when it was asked again";
    return failed(target, name, `${reason}${again}`);
  }
  const first = outcomes[0] as Answer;
  return {
    target: target.name,
    scenario: name,
    status: "ok",
    reason: null,
    differences: atFloor && !(atFloor instanceof Error) ? differences(first, atFloor) : [],
    response: {
      status: first.status,
      headers: Object.fromEntries(fieldsOf(first)),
      bytes: first.bytes,
    },
  };
}

export function unsupported(
  target: Target,
  scenario: string,
  reason = unsupportedReason(target),
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
