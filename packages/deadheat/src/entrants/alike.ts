import { messageOf, UsageError } from "@deadheat/journal";
import {
  departure,
  Interrupted,
  keptAnswer,
  launch,
  LaunchError,
  mediaTypeOf,
  send,
  type Answer,
  type Entrant,
  type Exchange,
  type Pair,
  type Pinning,
} from "@deadheat/measure";

/**
 * What two servers answer to a request, as an exchange that each of them is held to from then on.
 * @throws UsageError when one does not answer, when the two do not answer alike, when a second answer is another one
 */
export async function learnExchange(
  { target, reference }: Pair<Entrant>,
  request: Exchange["request"],
  pinning: Pinning,
  signal: AbortSignal,
): Promise<Exchange> {
  const expected = await answerOf(reference, request, pinning, signal);
  const got = await answerOf(target, request, pinning, signal);
  const response = responseOf(expected);
  if (departure({ request, response }, got) !== null) {
    throw new UsageError(
      `${reference.name} and ${target.name} do not answer ${request.method} ${request.path} alike, so that their speeds ` +
        `are no comparison:\n${difference(expected, got, reference.name, target.name)}`,
    );
  }
  return { request, response };
}

function responseOf(answer: Answer): Exchange["response"] {
  return { status: answer.status, mediaType: mediaTypeOf(answer), body: answer.body };
}

async function answerOf(
  entrant: Entrant,
  request: Exchange["request"],
  pinning: Pinning,
  signal: AbortSignal,
): Promise<Answer> {
  const asked = `${request.method} ${request.path}`;
  const server = await launch({ ...entrant, asks: { request } }, pinning, signal).catch(
    (error: unknown) => {
      if (error instanceof LaunchError) throw new UsageError(messageOf(error), { cause: error });
      throw error;
    },
  );
  try {
    const first = await send(server.port, { request });
    const exchange = { request, response: responseOf(first) };
    const second = await keptAnswer(server.port, exchange);
    const wrong = departure(exchange, second);
    if (wrong === null) return second;
    throw new UsageError(
      `${entrant.name} answers ${asked} differently each time (${wrong}): name a request with --request whose answer ` +
        "is always the same",
    );
  } catch (error) {
    if (error instanceof UsageError || error instanceof Interrupted) throw error;
    throw new UsageError(`${entrant.name}: ${asked}: ${server.died() ?? messageOf(error)}`);
  } finally {
    await server.stop();
  }
}

const MOST_LINES = 8;

/** What differs, a line each for either of the two. */
function difference(base: Answer, other: Answer, baseName: string, otherName: string): string {
  const width = Math.max(baseName.length, otherName.length);
  const both = (what: string, of: (answer: Answer) => string) =>
    of(base) === of(other)
      ? []
      : [
          `  ${what}`,
          `  - ${baseName.padEnd(width)}  ${of(base)}`,
          `  + ${otherName.padEnd(width)}  ${of(other)}`,
        ];
  return [
    ...both("status", ({ status }) => String(status)),
    ...both("content-type", mediaTypeOf),
    ...bodies(base.body, other.body),
  ].join("\n");
}

/** The lines of two bodies that are not the same, from the first one on. */
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
