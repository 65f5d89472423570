import { get, type Exchange, type Route } from "../route.ts";

/** The number of events in one response. */
export const EVENTS = 20;

/** The time between two events. */
export const EVENT_MILLISECONDS = 2;

/** The data of an event. */
export interface Tick {
  readonly n: number;
  readonly of: number;
}

/**
 * Server-sent events (HTML standard, 9.2), each due 2 ms after the previous one and written by itself: `data:` with the
 * JSON of a tick. `from` is the number of the first tick.
 */
export const events: Route<(from: string | null | undefined) => AsyncGenerator<Tick>> = {
  name: "events",
  method: "GET",
  pattern: "/events",
  handle: async function* (from) {
    const first = Number.parseInt(from ?? "", 10) || 0;
    for (let i = 0; i < EVENTS; i++) {
      if (i > 0) await pause();
      yield { n: first + i, of: EVENTS };
    }
  },
  exchanges: (token) => {
    const drawn = [...token].reduce((sum, character) => sum * 7 + character.charCodeAt(0), 3) % 89;
    return [
      { ...eventsExchange(100), traffic: { connections: 300, warmResponses: 5000 } },
      eventsExchange(200 + drawn),
    ];
  },
};

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, EVENT_MILLISECONDS));
}

function eventsExchange(from: number): Exchange {
  const expected = Array.from({ length: EVENTS }, (_, i) =>
    JSON.stringify({ n: from + i, of: EVENTS }),
  );
  const whole = expected.map((data) => `data: ${data}\n\n`).join("");
  const exchange = get(`/events?from=${from}`, "text/event-stream", whole);
  const problemOf = (body: string) => {
    const got = dataOf(body);
    if (got.length !== EVENTS) return `${got.length} events instead of ${EVENTS}`;
    const wrong = got.findIndex((data, i) => data !== expected[i]);
    return wrong === -1 ? null : `event ${wrong} is ${got[wrong]} instead of ${expected[wrong]}`;
  };
  return { ...exchange, response: { ...exchange.response, ownLength: true, problemOf } };
}

/** Returns the data of each event as a browser reads them. Comments and pings are no events. */
function dataOf(body: string): string[] {
  return body
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5).trim())
        .join("\n"),
    )
    .filter((data) => data !== "");
}
