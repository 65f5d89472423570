import { scenarios } from "@deadheat/handlers";
import { UsageError, type Measure } from "@deadheat/journal";
import type { Target } from "../targets/manifest.ts";

/** The published requests per second, and their standard deviation and maximum if the authors gave them. */
type Metrics = readonly [perSecond: number, stdev?: number, max?: number];

/** A server of a published benchmark: its name there, its target here, and the published metrics by scenario. */
interface LikeServer {
  readonly theirs: string;
  readonly ours: string;
  readonly published: Readonly<Record<string, Metrics>>;
  /** The reason why `ours` is another server. */
  readonly standsFor?: string;
}

/** A published benchmark: the matrix that it measured, and the shape of its table. */
export interface Preset {
  readonly name: string;
  readonly title: string;
  readonly servers: readonly LikeServer[];
  /** The scenarios, which have the same names there and here. */
  readonly handlers: readonly string[];
  readonly measure: readonly Measure[];
  /** The numbers of connections of the sweep, or null without a sweep. */
  readonly connections: readonly number[] | null;
  /** The budget in the quick profile. Other profiles take the time that they need. */
  readonly quickSeconds: number;
  readonly table: "relative" | "speed-factor" | "connections";
  /** The sentence about the source of the published metrics, to the commit, and how they were measured. */
  readonly source: string;
}

const server = (
  theirs: string,
  ours: string,
  published: LikeServer["published"] = {},
): LikeServer => {
  return { theirs, ours: `${ours}/node`, published };
};

const pausan = (name: string, ours: string, ...metrics: readonly number[]): LikeServer => {
  const handlers = ["text", "sqlite3", "better-sqlite3", "pg", "postgres"];
  const published = handlers.map((handler, i): [string, Metrics] => [handler, [metrics[i] ?? 0]]);
  return server(name, ours, Object.fromEntries(published));
};

export const presets: readonly Preset[] = [
  {
    name: "h22p",
    title: "h22p against express, at 50, 100, 250 and 500 connections",
    servers: [
      {
        ...server("h22p", "node-net"),
        standsFor:
          "h22p is gone from npm; a minimal HTTP/1.1 server on node:net is its nearest kin",
      },
      server("express", "express"),
    ],
    handlers: ["text"],
    measure: ["duets", "sweep"],
    connections: [50, 100, 250, 500],
    quickSeconds: 8 * 60,
    table: "connections",
    source: "There are no published metrics: h22p is gone from npm and GitHub.",
  },
  {
    name: "pausan",
    title: "eight servers over text and database handlers",
    servers: [
      pausan("uWebSockets.js", "uwebsockets", 126_570, 40_411, 48_935, 19_875, 5516),
      pausan("hyper-express", "hyper-express", 115_843, 36_875, 46_119, 19_047, 8280),
      pausan("node:net", "node-net", 63_902, 30_986, 33_389, 18_326, 5889),
      pausan("h3", "h3", 36_862, 18_304, 22_930, 12_924, 8124),
      pausan("node:http", "node-http", 31_280, 18_495, 20_858, 13_696, 5701),
      pausan("fastify", "fastify", 29_413, 16_486, 19_332, 12_796, 10_773),
      pausan("uwebsockets-express", "uwebsockets-express", 26_400, 17_512, 19_418, 12_123, 4019),
      pausan("express", "express", 8430, 6689, 7269, 5306, 6506),
    ],
    handlers: ["text", "redis", "better-sqlite3", "sqlite3", "pg", "postgres"],
    measure: ["duets"],
    connections: null,
    quickSeconds: 25 * 60,
    table: "speed-factor",
    source:
      "Published metrics are from another machine and generator: pausan/toy-http-benchmark, README.md at 6c75139c: " +
      "wrk, 10 s, 100 connections, Node 20.10, i7-8565U.",
  },
  {
    name: "http-benchmark",
    title: "eight servers by relative requests per second",
    servers: [
      server("uWS", "uwebsockets", { text: [77_097, 3346, 88_678] }),
      server("Hyper Express", "hyper-express", { text: [66_060, 4653, 71_913] }),
      server("Node (Default)", "node-http", { text: [26_978, 8537, 66_457] }),
      server("Fastify", "fastify", { text: [25_045, 7597, 38_235] }),
      server("Hono", "hono", { text: [21_234, 5911, 31_544] }),
      server("Koa", "koa", { text: [20_654, 9397, 76_062] }),
      {
        ...server("Carbon", "srvx", { text: [8637, 1588, 11_320] }),
        standsFor:
          "@sinclair/carbon is gone from npm; srvx, a Request -> Response server on Node, is its nearest kin",
      },
      server("Express", "express", { text: [7027, 1208, 9133] }),
    ],
    handlers: ["text"],
    measure: ["duets", "sweep"],
    connections: [50],
    quickSeconds: 8.5 * 60,
    table: "relative",
    // Its runs count refused connections as requests: see "others" in its details.
    source:
      "Published metrics are from another machine and generator: boywithkeyboard-archive/http-benchmark, " +
      "readme.md at 008b3245: bombardier, 100,000 requests over 50 connections.",
  },
];

export const presetNames: readonly string[] = presets.map(({ name }) => name);

/** Returns the preset with this name. @throws UsageError that lists the presets */
export function presetNamed(name: string): Preset {
  const found = presets.find((preset) => preset.name === name);
  if (found) return found;
  throw new UsageError(`--like ${name}: choose from ${presetNames.join(", ")}`);
}

/**
 * Returns the part of a preset's matrix that exists here. The table names the rest.
 * @throws UsageError if nothing of it exists
 */
export function matrixOf(
  { name, servers, handlers }: Preset,
  targets: readonly Target[],
): { targets: string[]; scenarios: string[] } {
  const matrix = {
    targets: servers
      .map(({ ours }) => ours)
      .filter((ours) => targets.some((one) => one.name === ours)),
    scenarios: handlers.filter((handler) => scenarios.some((one) => one.name === handler)),
  };
  if (matrix.targets.length > 0 && matrix.scenarios.length > 0) return matrix;
  throw new UsageError(`--like ${name}: none of its servers or handlers exists here`);
}
