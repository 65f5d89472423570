/** What is sent. */
export interface ExchangeRequest {
  readonly method: string;
  /** Path with query, percent-encoded, as it stands in the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Header fields as they were sent: in order and spelling. */
export type Fields = readonly (readonly [string, string])[];

/** What must come back. */
export interface ExchangeResponse {
  readonly status: number;
  /** Other statuses that are as right; load expects `status`. */
  readonly orStatus?: readonly number[];
  /** Without parameters: frameworks differ in `charset`, which is reported, not failed. Null: whatever it says. */
  readonly mediaType: string | null;
  /** Byte for byte, decoded; with `problemOf` one of the right bodies. */
  readonly body: string;
  /** Where more than one answer is right: why this one is not, null when it is. */
  readonly problemOf?: (body: string, headers: Fields) => string | null;
  /** True: right bodies are of one length for each server, but not for all servers. Unless given, `body` has it. */
  readonly ownLength?: boolean;
}

/** One request and the response that must come back: what verify checks and oha repeats. */
export interface Exchange {
  readonly request: ExchangeRequest;
  /**
   * What load sends instead of `path` where each request must differ: `prefix`, and whatever matches
   * `pattern` (a regular expression of oha's --rand-regex-url). `path` is one of them.
   */
  readonly random?: { readonly prefix: string; readonly pattern: string };
  /**
   * Load draws one of these for each request, each as likely as any other, and this exchange is one of them. They
   * differ in their paths or in their bodies alone, and have one status.
   */
  readonly variants?: readonly Pick<Exchange, "request" | "response">[];
  readonly response: ExchangeResponse;
  readonly traffic?: Traffic;
}

/** How load repeats an exchange, where that is not HTTP/1.1 in a closed loop over the run's connections. */
export interface Traffic {
  /** Over TLS, HTTP/2 over TLS, or HTTP/2 with prior knowledge. */
  readonly protocol?: "tls" | "h2" | "h2c";
  /** False: each request has a connection of its own. */
  readonly keepAlive?: boolean;
  /** Instead of the run's. */
  readonly connections?: number;
  /** Requests at once on each connection of HTTP/2. */
  readonly streams?: number;
  /** Answers that make a server warm, where one of them is more work than usual. */
  readonly warmAnswers?: number;
  /** In the window, requests at this rate instead of as many as the server answers. */
  readonly ratePerSecond?: number;
  /** Sent at the same time, this share of all requests: another method, or other header fields. */
  readonly beside?: { readonly share: number; readonly exchange: Exchange };
  /** True: each request says what the server has sent before (RFC 9110, 13.1), so that it may answer 304. */
  readonly conditional?: boolean;
}

/** A route that every app serves: where it is, what it answers, and how that is checked. */
export interface Route<
  Handle extends (...args: never[]) => unknown,
  Pattern extends string = string,
> {
  readonly name: string;
  readonly method: "GET" | "POST";
  /** In the syntax that routers share: `/users/:id`. `*` for whatever no other route takes. */
  readonly pattern: Pattern;
  /** Called by the app with what its framework took from the request; never sees a request itself. */
  readonly handle: Handle;
  /**
   * The exchanges that prove the route right. The first is the one that load repeats; the others
   * carry `token`, which the caller makes up, so that no prepared answer passes.
   */
  readonly exchanges: (token: string) => readonly [Exchange, ...Exchange[]];
}

/** A GET exchange. */
export function get(path: string, mediaType: string | null, body: string, status = 200): Exchange {
  return {
    request: { method: "GET", path, headers: {}, body: null },
    response: { status, mediaType, body },
  };
}

/** The value of the first header field of this name, which is in lower case. */
export function fieldOf(headers: Fields, name: string): string | undefined {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1];
}

/** A POST of a JSON text, and the JSON that must come back. */
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
