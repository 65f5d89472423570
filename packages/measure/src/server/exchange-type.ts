export interface Request {
  readonly method: string;
  /** The path with query, percent-encoded as in the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Header fields in the order and spelling in which they were sent. */
export type Fields = readonly (readonly [string, string])[];

/** Returns the value of the first header field of this name, which is in lower case. */
export function fieldOf(headers: Fields, name: string): string | undefined {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1];
}

/** The expected response. */
export interface Expected {
  readonly status: number;
  /** Other correct statuses. Load expects `status`. */
  readonly orStatus?: readonly number[];
  /** The media type without parameters; null if any is right. */
  readonly mediaType: string | null;
  /** The exact decoded body. With `problemOf`, one of the right bodies. */
  readonly body: string;
  /** Returns the reason that a body is wrong, or null. For exchanges with several right bodies. */
  readonly problemOf?: (body: string, headers: Fields) => string | null;
  /** true if the reasons of `problemOf` quote the body. Otherwise messages add its beginning. */
  readonly quotesProblems?: boolean;
  /**
   * true if all right bodies of one server have one length, which may differ between servers that compress or write
   * events. The server is asked for its `length`. Otherwise the length is that of `body`.
   */
  readonly ownLength?: boolean;
  readonly length?: number;
  /**
   * The least and the most bytes of this server's bodies as sent, if they vary. Under load their mean must lie between
   * both.
   */
  readonly lengths?: { readonly least: number; readonly most: number };
}

/** One request and its expected response, over loopback. */
export interface Exchange {
  readonly request: Request;
  /**
   * The random part of a path, for requests that must differ: `prefix` and a match of `pattern` (a regular expression
   * of oha's --rand-regex-url). `path` is one of the results.
   */
  readonly random?: { readonly prefix: string; readonly pattern: string };
  /** The variants that load draws from with equal chance, this exchange among them. Only path or body differs. */
  readonly variants?: readonly Pick<Exchange, "request" | "response">[];
  readonly response: Expected;
  readonly traffic?: Traffic;
  readonly login?: Login;
}

/** A request that each process of a server gets once, before all others. Its response has a part that the others send. */
export interface Login {
  readonly request: Request;
  /** Returns the header fields of the other requests. Throws an Error if the response has none. */
  readonly headersFrom: (answer: LoginAnswer) => Readonly<Record<string, string>>;
}

export interface LoginAnswer {
  readonly status: number;
  readonly headers: Fields;
  readonly body: string;
}

/** The traffic of an exchange, if it is not HTTP/1.1 in a closed loop over the run's connections. */
export interface Traffic {
  /** The protocol: TLS, HTTP/2 over TLS, or HTTP/2 with prior knowledge. */
  readonly protocol?: "tls" | "h2" | "h2c";
  /** The PEM file of the certificate that the server must have. */
  readonly certificate?: string;
  /** false if each request has a connection of its own. */
  readonly keepAlive?: boolean;
  /** The number of connections instead of the run's. */
  readonly connections?: number;
  /** The simultaneous requests per HTTP/2 connection. */
  readonly streams?: number;
  /** The number of responses that warm a server, if one response is more work than usual. */
  readonly warmResponses?: number;
  /**
   * Another exchange (another method or other header fields) with its share of all requests. Duets measure the two apart
   * (duet.ts). Other loads send both at the same time.
   */
  readonly beside?: { readonly share: number; readonly exchange: Exchange } | undefined;
  /** true if each request carries the server's own validator (RFC 9110, 13.1), so that the server may respond with 304. */
  readonly conditional?: boolean;
}
