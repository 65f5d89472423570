export interface ExchangeRequest {
  readonly method: string;
  /** The path with query, percent-encoded, as in the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Header fields in their original order and spelling. */
export type Fields = readonly (readonly [string, string])[];

/** The expected response. */
export interface ExchangeResponse {
  readonly status: number;
  /** Other statuses that are also right. Load expects `status`. */
  readonly orStatus?: readonly number[];
  /** The media type without parameters; null for any. Another `charset` is reported but does not fail. */
  readonly mediaType: string | null;
  /** The decoded body, byte for byte. With `problemOf` it is one of several right bodies. */
  readonly body: string;
  /** Returns why a body is wrong, or null if it is right, if several responses are right. */
  readonly problemOf?: (body: string, headers: Fields) => string | null;
  /** true if each server has its own length of right bodies; by default the length of `body`. */
  readonly ownLength?: boolean;
}

/** A request and its expected response, which verify checks and oha repeats. */
export interface Exchange {
  readonly request: ExchangeRequest;
  /**
   * The paths that load sends instead of `path` if each request must differ: `prefix` and a match of `pattern` (a
   * regular expression of oha's --rand-regex-url). `path` is one of them.
   */
  readonly random?: { readonly prefix: string; readonly pattern: string };
  /**
   * The exchanges from which load draws each request, with equal chance; this exchange is one of them. They differ only
   * in their paths or in their bodies, and have the same status.
   */
  readonly variants?: readonly Pick<Exchange, "request" | "response">[];
  readonly response: ExchangeResponse;
  readonly traffic?: Traffic;
}

/** The way in which load repeats an exchange, if it is not HTTP/1.1 in a closed loop over the run's connections. */
export interface Traffic {
  /** The protocol: HTTP/1.1 over TLS, HTTP/2 over TLS, or HTTP/2 with prior knowledge. */
  readonly protocol?: "tls" | "h2" | "h2c";
  /** false to use a new connection for each request. */
  readonly keepAlive?: boolean;
  /** The number of connections instead of the run's. */
  readonly connections?: number;
  /** The number of concurrent requests on each connection of HTTP/2. */
  readonly streams?: number;
  /** The number of responses that make a server warm, if one response is more work than usual. */
  readonly warmResponses?: number;
  /**
   * Another exchange of the same service, with its share of all requests: another method, or other header fields. Duets
   * measure the two apart and add their costs. Other measures send both at the same time.
   */
  readonly beside?: { readonly share: number; readonly exchange: Exchange };
  /** true if each request quotes the server's previous validators (RFC 9110, 13.1), so that it may answer 304. */
  readonly conditional?: boolean;
}

/** A route that every app serves: its path, its response, and the exchanges that check it. */
export interface Route<
  Handle extends (...args: never[]) => unknown,
  Pattern extends string = string,
> {
  readonly name: string;
  readonly method: "GET" | "POST";
  /** The path in the syntax that routers share: `/users/:id`. `*` matches all that no other route does. */
  readonly pattern: Pattern;
  /** Returns the response. The app passes what its framework read from the request, never the request itself. */
  readonly handle: Handle;
  /**
   * Returns the exchanges that prove the route right. Load repeats the first one. The others contain `token`, which the
   * caller makes up, so that a prepared response fails.
   */
  readonly exchanges: (token: string) => readonly [Exchange, ...Exchange[]];
}

/** Returns a GET exchange. */
export function get(path: string, mediaType: string | null, body: string, status = 200): Exchange {
  return {
    request: { method: "GET", path, headers: {}, body: null },
    response: { status, mediaType, body },
  };
}

/** Returns the value of the first header field of this name, which is in lower case. */
export function fieldOf(headers: Fields, name: string): string | undefined {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1];
}

/** Returns a POST exchange with a JSON text and the expected JSON. */
export function postJson(path: string, sent: string, body: string): Exchange {
  return {
    request: {
      method: "POST",
      path,
      headers: { "content-type": "application/json" },
      body: sent,
    },
    response: { status: 200, mediaType: "application/json", body },
  };
}
