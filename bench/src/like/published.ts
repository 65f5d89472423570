/** What a benchmark's authors published of one server with one handler. */
export interface PublishedRow {
  readonly server: string;
  readonly handler: string;
  readonly requestsPerSecond: number;
  /** Over their machine's seconds, where they gave it. */
  readonly stdev: number | null;
  readonly max: number | null;
}

export interface Published {
  /** Where the figures stand, to the commit, and what they were taken with. */
  readonly source: string;
  readonly rows: readonly PublishedRow[];
}

const relative = (
  server: string,
  requestsPerSecond: number,
  stdev: number,
  max: number,
): PublishedRow => ({ server, handler: "text", requestsPerSecond, stdev, max });

/** Its runs count refused connections as requests; see "others" in its details. */
export const publishedHttpBenchmark: Published = {
  source:
    "boywithkeyboard-archive/http-benchmark, readme.md at 008b3245: bombardier, 100,000 requests over 50 connections",
  rows: [
    relative("uWS", 77_097, 3346, 88_678),
    relative("Hyper Express", 66_060, 4653, 71_913),
    relative("Node (Default)", 26_978, 8537, 66_457),
    relative("Fastify", 25_045, 7597, 38_235),
    relative("Hono", 21_234, 5911, 31_544),
    relative("Koa", 20_654, 9397, 76_062),
    relative("Carbon", 8637, 1588, 11_320),
    relative("Express", 7027, 1208, 9133),
  ],
};

const servers = [
  "uWebSockets.js",
  "hyper-express",
  "node:net",
  "h3",
  "node:http",
  "fastify",
  "uwebsockets-express",
  "express",
];

/** Requests per second in the order of `servers`. */
const byHandler: Readonly<Record<string, readonly number[]>> = {
  text: [126_570, 115_843, 63_902, 36_862, 31_280, 29_413, 26_400, 8430],
  sqlite3: [40_411, 36_875, 30_986, 18_304, 18_495, 16_486, 17_512, 6689],
  "better-sqlite3": [48_935, 46_119, 33_389, 22_930, 20_858, 19_332, 19_418, 7269],
  pg: [19_875, 19_047, 18_326, 12_924, 13_696, 12_796, 12_123, 5306],
  postgres: [5516, 8280, 5889, 8124, 5701, 10_773, 4019, 6506],
};

export const publishedPausan: Published = {
  source:
    "pausan/toy-http-benchmark, README.md at 6c75139c: wrk, 10 s, 100 connections, Node 20.10, i7-8565U",
  rows: Object.entries(byHandler).flatMap(([handler, figures]) =>
    servers.map((server, i) => ({
      server,
      handler,
      requestsPerSecond: figures[i] ?? 0,
      stdev: null,
      max: null,
    })),
  ),
};
