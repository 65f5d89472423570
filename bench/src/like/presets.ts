import { scenarios } from "@deadheat/handlers";
import { UsageError, type Measure } from "@deadheat/journal";
import type { Target } from "../targets/manifest.ts";
import { publishedHttpBenchmark, publishedPausan, type Published } from "./published.ts";

/** A server of a published benchmark, and what stands for it here. */
export interface LikeServer {
  /** As that benchmark calls it. */
  readonly theirs: string;
  readonly ours: string;
  /** Why another one stands for it; null: it is the same. */
  readonly standsFor: string | null;
}

export interface LikeHandler {
  readonly theirs: string;
  readonly ours: string;
}

/** A published benchmark's matrix, and the shape of its table. */
export interface Preset {
  readonly name: string;
  readonly title: string;
  /** Where it is, or was. */
  readonly source: string;
  readonly servers: readonly LikeServer[];
  readonly handlers: readonly LikeHandler[];
  readonly measure: readonly Measure[];
  /** Null: nothing is swept. */
  readonly connections: readonly number[] | null;
  /** For the quick profile; the others take the time that they need. */
  readonly quickSeconds: number;
  readonly table: "relative" | "speed-factor" | "connections";
  /** Figures of its authors, from their machine; null where none could be found. */
  readonly published: Published | null;
}

const same = (theirs: string, ours: string): LikeServer => ({ theirs, ours, standsFor: null });
const handler = (name: string): LikeHandler => ({ theirs: name, ours: name });

export const presets: readonly Preset[] = [
  {
    name: "h22p",
    title: "h22p against express, at 50, 100, 250 and 500 connections",
    source: "h22p, gone from npm and GitHub",
    servers: [
      {
        theirs: "h22p",
        ours: "node-net/node",
        standsFor:
          "h22p is gone from npm; a minimal HTTP/1.1 server on node:net is its nearest kin",
      },
      same("express", "express/node"),
    ],
    handlers: [handler("text")],
    measure: ["duets", "sweep"],
    connections: [50, 100, 250, 500],
    quickSeconds: 8 * 60,
    table: "connections",
    published: null,
  },
  {
    name: "pausan",
    title: "eight servers over text and database handlers",
    source: "https://github.com/pausan/toy-http-benchmark",
    servers: [
      same("uWebSockets.js", "uwebsockets/node"),
      same("hyper-express", "hyper-express/node"),
      same("node:net", "node-net/node"),
      same("h3", "h3/node"),
      same("node:http", "node-http/node"),
      same("fastify", "fastify/node"),
      same("uwebsockets-express", "uwebsockets-express/node"),
      same("express", "express/node"),
    ],
    handlers: ["text", "redis", "better-sqlite3", "sqlite3", "pg", "postgres"].map(handler),
    measure: ["duets"],
    connections: null,
    quickSeconds: 25 * 60,
    table: "speed-factor",
    published: publishedPausan,
  },
  {
    name: "http-benchmark",
    title: "eight servers by relative requests per second",
    source: "https://github.com/boywithkeyboard-archive/http-benchmark",
    servers: [
      same("uWS", "uwebsockets/node"),
      same("Hyper Express", "hyper-express/node"),
      same("Node (Default)", "node-http/node"),
      same("Fastify", "fastify/node"),
      same("Hono", "hono/node"),
      same("Koa", "koa/node"),
      {
        theirs: "Carbon",
        ours: "srvx/node",
        standsFor:
          "@sinclair/carbon is gone from npm; srvx, a Request -> Response server on Node, is its nearest kin",
      },
      same("Express", "express/node"),
    ],
    handlers: [handler("text")],
    measure: ["duets", "sweep"],
    connections: [50],
    quickSeconds: 8.5 * 60,
    table: "relative",
    published: publishedHttpBenchmark,
  },
];

export const presetNames: readonly string[] = presets.map(({ name }) => name);

/** @throws UsageError naming the presets that exist. */
export function presetNamed(name: string): Preset {
  const found = presets.find((preset) => preset.name === name);
  if (found) return found;
  throw new UsageError(`--like ${name}: there are ${presetNames.join(", ")}`);
}

/**
 * What of a preset's matrix exists here. What does not is left to the table to tell.
 * @throws UsageError when nothing does.
 */
export function matrixOf(
  { name, servers, handlers }: Preset,
  targets: readonly Target[],
): { targets: string[]; scenarios: string[] } {
  const known = (ours: string) => targets.some((target) => target.name === ours);
  const measurable = handlers.filter(({ ours }) => scenarios.some((s) => s.name === ours));
  const matrix = {
    targets: servers.map(({ ours }) => ours).filter(known),
    scenarios: measurable.map(({ ours }) => ours),
  };
  if (matrix.targets.length > 0 && matrix.scenarios.length > 0) return matrix;
  throw new UsageError(`--like ${name}: none of its servers or handlers is here`);
}
