/** What both kinds of load have in common. */
interface LoadBase {
  /** `http://127.0.0.1:PORT/path` or `http://[::1]:PORT/path`, or with https; nothing else is ever loaded. */
  url: string;
  /**
   * Asked instead of `url`'s own path: each request draws one of these, every entry as likely as any other, so that a
   * path that stands there twice comes twice as often (`--urls-from-file`). Each begins with `/`.
   */
  paths?: readonly string[] | undefined;
  /**
   * A regular expression (of oha's `--rand-regex-url`, in which a dot is a dot) that is appended to
   * `url`: each request asks for something else that matches it.
   */
  randomSuffix?: string | undefined;
  /** An upper-case HTTP method; `GET` unless given. */
  method?: string | undefined;
  /** Sent besides `accept`, `user-agent` and `host`, which oha sets and these may replace. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The request body, UTF-8, at most 100,000 bytes (it travels as an argument). */
  body?: string | undefined;
  /** Each request draws one of these as its body, instead of `body`: lines without line breaks (`-Z`). */
  bodies?: readonly string[] | undefined;
  /** With https: the certificate that the server must prove to have, a PEM file (`--cacert`). */
  certificate?: string | undefined;
  /** HTTP/2: over TLS by ALPN, else with prior knowledge. Unless given, HTTP/1.1. */
  http2?: boolean | undefined;
  /** Requests under way at once on each connection of HTTP/2 (`-p`); 1 unless given. */
  streams?: number | undefined;
  /** False: a new connection for each request, with `connection: close`; HTTP/1.1 only. */
  keepAlive?: boolean | undefined;
  /** How many connections are open at once. */
  connections: number;
  /** oha's own threads. Give it: its default is the machine's physical cores, even when pinned. */
  workerThreads: number;
  /** The only status that counts as good; 200 unless given. */
  expectedStatus?: number | undefined;
  /** After this many seconds without a complete answer a request is an error; 10 unless given. */
  timeoutSeconds?: number | undefined;
}

/** Every connection sends its next request as soon as it has its answer: measures throughput. */
export interface ClosedLoad extends LoadBase {
  mode: "closed";
  /** How long new requests are started. Those under way at the end are waited for. */
  seconds: number;
}

/** Requests are due at a fixed rate, whatever the answers do: measures latency. */
export interface OpenLoad extends LoadBase {
  mode: "open";
  /** How many requests in all, at most `MAX_REQUESTS`. */
  requests: number;
  ratePerSecond: number;
  /**
   * Count latencies from when a request was due, not from when a connection was free for it; true
   * unless given. False hides every stall behind the requests that it kept from being sent: it is
   * there to show just that.
   */
  latencyCorrection?: boolean | undefined;
}

/** One run of oha: what it sends, and how. */
export type Load = ClosedLoad | OpenLoad;

/** oha keeps every result in memory, about 120 bytes each, and sorts them at the end. */
export const MAX_REQUESTS = 2_000_000;

/** The time-out of a request in seconds, unless the load says otherwise. */
export const DEFAULT_TIMEOUT_SECONDS = 10;
