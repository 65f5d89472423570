import { attempt, messageOf, UsageError } from "@deadheat/journal";
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
import type { ReadRequest } from "../config/read-requests.ts";
import type { Pilots } from "./pilots.ts";
import { isExposed } from "./running.ts";

export interface Learning {
  readonly pinning: Pinning;
  readonly signal: AbortSignal;
  /** The pilots, if the load is fitted to the requests; null if the user decides warm-up and window. */
  readonly pilots: Pilots | null;
  /** Whether servers may answer differently. Each must then repeat its own answer. */
  readonly allowDifferent: boolean;
  readonly note: (line: string) => void;
}

/**
 * Starts each of these servers once and sends it every request.
 * @returns the exchanges per server, in request order. Later responses must match them.
 * @throws UsageError if a server's answer differs from the first server's, from the expected answer, or from its own
 *   second answer; EnvironmentError if a server does not answer
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
  for (const [at, answers] of learning.allowDifferent ? [] : all.entries()) {
    const names = { base: entrants[0]?.name ?? "", other: entrants[at]?.name ?? "" };
    const i = answers.findIndex((one, n) => departure(exchanges[0]?.[n] as Exchange, one) !== null);
    if (i === -1) continue;
    throw new UsageError(
      `${names.base} and ${names.other} do not answer ${asked[i]?.name} alike, so their speeds cannot be compared. ` +
        "Make them answer alike, or measure them anyway with --allow-different:\n" +
        difference(all[0]?.[i] as Answer, answers[i] as Answer, names),
    );
  }
  return exchanges;
}

function responseOf(answer: Answer): Exchange["response"] {
  return { status: answer.status, mediaType: mediaTypeOf(answer), body: answer.body };
}

async function answersOf(
  entrant: Entrant,
  asked: readonly ReadRequest[],
  { pinning, signal, note, pilots }: Learning,
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
    for (const [i, { name, request }] of asked.entries()) {
      const response = responseOf(answers[i] as Answer);
      await pilots?.run(server, name, { request, response });
    }
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
        `${where} is answered differently each time (${wrong}). Name a request whose answer is always the same ` +
          "with --request",
      );
    }
    const unexpected = departureFrom(expect, second);
    if (unexpected !== null) throw new UsageError(`${where} is answered with ${unexpected}`);
    if (expect.status === null && second.status >= 400) {
      throw new UsageError(
        `${where} is answered with status ${second.status}: name a request that the server knows with --request "GET /path". ` +
          `If you expect that status, give the request expect: { status: ${second.status} } in deadheat.config`,
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

/** Returns the difference between an answer and the answer that the user expects; null if there is none. */
function departureFrom({ status, body }: ReadRequest["expect"], got: Answer): string | null {
  if (status !== null && status !== got.status) return `status ${got.status}, not ${status}`;
  if (
    body === null ||
    isDeepStrictEqual(
      body,
      typeof body === "string" ? got.body : attempt(() => JSON.parse(got.body)),
    )
  ) {
    return null;
  }
  const wanted = typeof body === "string" ? body : JSON.stringify(body);
  const [is, not] = [got.body, wanted].map((text) => JSON.stringify(text.slice(0, 200)));
  return `${is}, not ${not}`;
}

const MOST_LINES = 8;

/** Returns lines that show where the answers of a base and another server differ. */
function difference(
  base: Answer,
  other: Answer,
  names: { readonly base: string; readonly other: string },
): string {
  const width = Math.max(names.base.length, names.other.length);
  const both = (what: string, of: (answer: Answer) => string) =>
    of(base) === of(other)
      ? []
      : [
          `  ${what}`,
          `  - ${names.base.padEnd(width)}  ${of(base)}`,
          `  + ${names.other.padEnd(width)}  ${of(other)}`,
        ];
  return [
    ...both("status", ({ status }) => String(status)),
    ...both("content-type", mediaTypeOf),
    ...bodies(base.body, other.body),
  ].join("\n");
}

/** Returns the lines of two bodies, beginning with the first line that differs. */
function bodies(base: string, other: string): string[] {
  if (base === other) return [];
  const [ours, theirs] = [base.split("\n"), other.split("\n")];
  const from = ours.findIndex((line, i) => line !== theirs[i]);
  const first = from === -1 ? ours.length : from;
  const shown = (lines: string[], mark: string) =>
    lines
      .slice(first, first + MOST_LINES)
      .map((line) => `  ${mark} ${JSON.stringify(line.slice(0, 200))}`);
  return [`  body, from line ${first + 1} on`, ...shown(ours, "-"), ...shown(theirs, "+")];
}
