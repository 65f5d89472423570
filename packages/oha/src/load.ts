interface LoadBase {
  /**
   * The URL to load: `http://127.0.0.1:PORT/path` or `http://[::1]:PORT/path`, or with https. Other hosts are rejected.
   */
  url: string;
  /**
   * Paths to request instead of the path of `url`. Each request draws one entry, all with equal chance, so a path that
   * appears twice comes twice as often (`--urls-from-file`). Each begins with `/`.
   */
  paths?: readonly string[] | undefined;
  /**
   * A regular expression that is appended to `url`, so that each request draws another match of it. The syntax is that
   * of oha's `--rand-regex-url`, in which a dot is a dot.
   */
  randomSuffix?: string | undefined;
  /** The HTTP method in upper case; `GET` by default. */
  method?: string | undefined;
  /** The headers to send besides oha's own `accept`, `user-agent` and `host`, which they may replace. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The request body, UTF-8, at most 100,000 bytes (it travels as an argument). */
  body?: string | undefined;
  /** Bodies to use instead of `body`. Each request draws one. They contain no line breaks (`-Z`). */
  bodies?: readonly string[] | undefined;
  /** The PEM file of the certificate that an https server must present (`--cacert`). */
  certificate?: string | undefined;
  /** true for HTTP/2, over TLS by ALPN, else with prior knowledge; HTTP/1.1 by default. */
  http2?: boolean | undefined;
  /** The number of concurrent requests on each connection of HTTP/2 (`-p`); 1 by default. */
  streams?: number | undefined;
  /** false to open a new connection for each request, with `connection: close`; HTTP/1.1 only. */
  keepAlive?: boolean | undefined;
  connections: number;
  /** The number of oha's own threads. oha's default is the number of physical cores, even when pinned. */
  workerThreads: number;
  /** The only status that counts as good; 200 by default. */
  expectedStatus?: number | undefined;
  /** The seconds without a complete response after which a request is an error; 10 by default. */
  timeoutSeconds?: number | undefined;
}

/** A load in which every connection sends its next request as soon as it has its response. It measures throughput. */
export interface ClosedLoad extends LoadBase {
  mode: "closed";
  /** The seconds during which new requests start. Requests under way at the end are waited for. */
  seconds: number;
}

/** A load in which requests are due at a fixed rate, whatever the responses do. It measures latency. */
export interface OpenLoad extends LoadBase {
  mode: "open";
  /** The total number of requests, at most `MAX_REQUESTS`. */
  requests: number;
  /** Latencies count from when a request was due, not from when a connection was free for it. */
  ratePerSecond: number;
}

/** A run of oha: the requests to send, and their pace. */
export type Load = ClosedLoad | OpenLoad;

/** The limit on requests. oha keeps every result in memory, about 120 bytes each, and sorts them at the end. */
export const MAX_REQUESTS = 2_000_000;

export const DEFAULT_TIMEOUT_SECONDS = 10;
