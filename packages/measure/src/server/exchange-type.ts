/** What is sent. */
export interface Request {
  readonly method: string;
  /** Path with query, percent-encoded, as it stands in the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Header fields as they were sent: in order and spelling. */
export type Fields = readonly (readonly [string, string])[];

/** What must come back. */
export interface Expected {
  readonly status: number;
  /** Other statuses that are as right; load expects `status`. */
  readonly orStatus?: readonly number[];
  /** Without parameters; null: whatever it says. */
  readonly mediaType: string | null;
  /** Byte for byte, decoded; with `problemOf` one of the right bodies. */
  readonly body: string;
  /** Where more than one answer is right: why this one is not, null when it is. */
  readonly problemOf?: (body: string, headers: Fields) => string | null;
  /**
   * True: all right bodies of a server have one length, but another server's may have another (it compresses, or
   * writes events, in its own way): `length` says it, once the server was asked. Unless given, that of `body`.
   */
  readonly ownLength?: boolean;
  /** Bytes of this server's body, as it sends it. */
  readonly length?: number;
}

/** One request and the response that must come back, over loopback. */
export interface Exchange {
  readonly request: Request;
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
  readonly response: Expected;
  readonly traffic?: Traffic;
}

/** How load repeats an exchange, where that is not HTTP/1.1 in a closed loop over the run's connections. */
export interface Traffic {
  /** Over TLS, HTTP/2 over TLS, or HTTP/2 with prior knowledge. */
  readonly protocol?: "tls" | "h2" | "h2c";
  /** What the server must prove to be, over TLS: a PEM file. */
  readonly certificate?: string;
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
  /** True: each request says what a server has sent before (RFC 9110, 13.1), so that it may answer 304. */
  readonly conditional?: boolean;
}
