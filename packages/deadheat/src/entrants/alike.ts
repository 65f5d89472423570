import { messageOf, UsageError } from "@deadheat/journal";
import {
  departure,
  EnvironmentError,
  Interrupted,
  keptAnswer,
  launch,
  LaunchError,
  mediaTypeOf,
  send,
  type Answer,
  type Entrant,
  type Exchange,
  type Pinning,
  type Server,
} from "@deadheat/measure";
import { isDeepStrictEqual } from "node:util";
import type { ReadRequest } from "../config/checked.ts";
import { difference } from "./difference.ts";
import { isExposed } from "./running.ts";

export interface Learning {
  readonly pinning: Pinning;
  readonly signal: AbortSignal;
  /** Answers that differ are no reason to refuse: each server is held to its own. */
  readonly allowDifferent: boolean;
  readonly note: (line: string) => void;
}

/**
 * Starts each of these servers once and asks it everything.
 * @returns of each server, in the order of what is asked, what it is held to from then on
 * @throws UsageError when one does not answer as the first of them or as expected, or not twice the same; EnvironmentError
 *   when one does not answer
 */
export async function learnExchanges(
  entrants: readonly Entrant[],
  asked: readonly ReadRequest[],
  learning: Learning,
): Promise<Exchange[][]> {
  const all: Answer[][] = [];
  for (const entrant of entrants) all.push(await answersOf(entrant, asked, learning));
  const exchanges = all.map((answers) =>
    asked.map(({ request }, i) => ({ request, response: responseOf(answers[i] as Answer) })),
  );
  if (!learning.allowDifferent) {
    for (const [at, answers] of all.entries()) {
      const names = { base: entrants[0]?.name ?? "", other: entrants[at]?.name ?? "" };
      for (const [i, { name }] of asked.entries()) {
        const answer = answers[i] as Answer;
        if (departure(exchanges[0]?.[i] as Exchange, answer) === null) continue;
        throw new UsageError(
          `${names.base} and ${names.other} do not answer ${name} alike, so that their speeds are no comparison ` +
            "(--allow-different measures them all the same):\n" +
            difference(all[0]?.[i] as Answer, answer, names),
        );
      }
    }
  }
  return exchanges;
}

function responseOf(answer: Answer): Exchange["response"] {
  return { status: answer.status, mediaType: mediaTypeOf(answer), body: answer.body };
}

async function answersOf(
  entrant: Entrant,
  asked: readonly ReadRequest[],
  { pinning, signal, note }: Learning,
): Promise<Answer[]> {
  const server = await launch(entrant, pinning, signal).catch((error: unknown) => {
    if (error instanceof LaunchError) {
      throw new EnvironmentError(messageOf(error), { cause: error });
    }
    throw error;
  });
  try {
    if (entrant.running === undefined && isExposed(server.port)) {
      note(
        `${entrant.name} listens on all network interfaces, so other machines can reach it while it is measured: let it ` +
          "listen on 127.0.0.1, which it has in its variable HOST",
      );
    }
    const answers: Answer[] = [];
    for (const one of asked) answers.push(await answerOf(server, one, signal));
    return answers;
  } finally {
    await server.stop();
  }
}

async function answerOf(
  server: Server,
  { name, request, expect }: ReadRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const where = `${server.name}: ${name}`;
  try {
    const first = await send(server.port, { request }, false, signal);
    const exchange = { request, response: responseOf(first) };
    const second = await keptAnswer(server.port, exchange, signal);
    const wrong = departure(exchange, second);
    if (wrong !== null) {
      throw new UsageError(
        `${where} is answered differently each time (${wrong}): name a request with --request whose answer is always ` +
          "the same",
      );
    }
    const unexpected = departureFrom(expect, second);
    if (unexpected !== null) throw new UsageError(`${where} is answered with ${unexpected}`);
    if (expect.status === null && second.status >= 400) {
      throw new UsageError(
        `${where} is answered with status ${second.status}: name a request that it knows with --request "GET /path" (where ` +
          `that answer is meant: expect: { status: ${second.status} } of a request in deadheat.config)`,
      );
    }
    return second;
  } catch (error) {
    if (error instanceof UsageError || error instanceof Interrupted) throw error;
    if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED" && server.died() === null) {
      throw new EnvironmentError(`nothing listens on 127.0.0.1:${server.port}: start it first`);
    }
    throw new EnvironmentError(`${where}: ${server.died() ?? messageOf(error)}`, { cause: error });
  }
}

/** How an answer departs from what the user expects of it; null when it does not. */
function departureFrom({ status, body }: ReadRequest["expect"], got: Answer): string | null {
  if (status !== null && status !== got.status) return `status ${got.status}, not ${status}`;
  if (
    body === null ||
    isDeepStrictEqual(body, typeof body === "string" ? got.body : json(got.body))
  ) {
    return null;
  }
  const wanted = typeof body === "string" ? body : JSON.stringify(body);
  const [is, not] = [got.body, wanted].map((text) => JSON.stringify(text.slice(0, 200)));
  return `${is}, not ${not}`;
}

/** Undefined where it is none. */
function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
