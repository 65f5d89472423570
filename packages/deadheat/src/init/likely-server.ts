import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import * as v from "valibot";
import { messageOf, UsageError, type Runtime } from "@deadheat/journal";

const record = v.fallback(v.record(v.string(), v.string()), {});

/** The fields of package.json that point to servers. A field of the wrong type counts as missing. */
const manifestSchema = v.object({
  type: v.fallback(v.string(), "commonjs"),
  main: v.fallback(v.string(), ""),
  bin: v.fallback(v.union([v.string(), record]), {}),
  exports: v.fallback(v.unknown(), null),
  scripts: record,
  dependencies: record,
  devDependencies: record,
});

export type Manifest = v.InferOutput<typeof manifestSchema>;

/**
 * Reads the package.json of a folder. A missing file counts as empty.
 * @throws UsageError if the file is not JSON
 */
export function readManifest(folder: string): Manifest {
  const file = join(folder, "package.json");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "{}";
  try {
    return v.parse(manifestSchema, JSON.parse(text));
  } catch (error) {
    throw new UsageError(`package.json cannot be read: ${messageOf(error)}`);
  }
}

/** A file that is likely to be the project's server. */
export interface LikelyServer {
  /** The path of the file: `./src/server.ts`. */
  readonly file: string;
  readonly runtime: Runtime;
  /** The path of its first route that has no parameters. */
  readonly path: string;
  /** The command that builds the file; null if none is needed. */
  readonly setup: string | null;
  /** Whether the file exports an app, or listens on PORT. Otherwise the user has to change the file. */
  readonly ready: boolean;
}

const EXTENSIONS = ["ts", "mts", "js", "mjs", "cjs"];
const PLACES = ["src/server", "server", "src/main", "main", "src/index", "index", "src/app", "app"];
const USUAL = PLACES.flatMap((place) => EXTENSIONS.map((extension) => `${place}.${extension}`));

/**
 * Returns the likely server: the file that `npm start` runs, else one in a usual place, else an entry of the package.
 * Returns null if no such file is a server.
 */
export function likelyServer(folder: string, manifest: Manifest): LikelyServer | null {
  const started = startedFile(manifest);
  const files = [...(started ? [started.file] : []), ...USUAL, ...offered(manifest)];
  const found = files.flatMap((file) => asServer(folder, posix.normalize(file)) ?? []);
  const server = found.find(({ ready }) => ready) ?? found[0];
  if (started !== null && server?.file === started.file) return { ...server, ...started };
  if (server !== undefined) return server;
  if (started === null || manifest.scripts.build === undefined || exists(folder, started.file)) {
    return null;
  }
  return { ...started, path: "/", setup: "npm run build", ready: true };
}

/** Matches `node dist/server.js`, with variables before and options after the program. */
const START = /^(?:\w+=\S+\s+)*(node|bun|deno|tsx)(?:\s+run)?(?:\s+-\S+)*\s+(\S+\.[cm]?[jt]s)\b/;

function startedFile({ scripts }: Manifest): Pick<LikelyServer, "file" | "runtime"> | null {
  const [, program, file] = START.exec(scripts.start ?? "") ?? [];
  if (file === undefined) return null;
  const runtime = program === "bun" || program === "deno" ? program : "node";
  return { file: `./${posix.normalize(file)}`, runtime };
}

function offered({ main, bin, exports }: Manifest): string[] {
  const programs = typeof bin === "string" ? [bin] : Object.values(bin);
  return [main, ...programs, ...texts(exports)].filter((file) => /\.[cm]?[jt]s$/.test(file));
}

/** Returns every file that conditions of `exports` may lead to. */
function texts(exports: unknown): string[] {
  if (typeof exports === "string") return [exports];
  if (typeof exports !== "object" || exports === null) return [];
  return Object.values(exports).flatMap(texts);
}

/** Matches the code of servers: Node's, Express's and Fastify's, Bun's and Deno's, web standards, and handlers. */
const SERVES =
  /\.listen\(|createServer\(|\.serve\(|\bfetch\s*(?::|\(\s*req)|\breq(?:uest)?\b[^,()]*,\s*res|\bnew (?:Hono|Elysia|H3)\b/;
const EXPORTS = /\bexport default\b|\bas default\b|\bmodule\.exports\s*=\s*[\w(]/;

function asServer(folder: string, file: string): LikelyServer | null {
  if (!exists(folder, file)) return null;
  const text = readFileSync(join(folder, file), "utf8");
  if (!SERVES.test(text)) return null;
  const exported = EXPORTS.test(text);
  const listens = /\.listen\(|\.serve\(/.test(text);
  const readsPort = /\benv\b/.test(text) && /\bPORT\b/.test(text);
  if (!exported && !listens) return null;
  return {
    file: `./${file}`,
    runtime: /\bBun\.serve\b/.test(text) ? "bun" : /\bDeno\.serve\b/.test(text) ? "deno" : "node",
    path: /\.get\(\s*["'`](\/[\w./~-]*)["'`]/.exec(text)?.[1] ?? "/",
    setup: null,
    ready: readsPort || (exported && !listens),
  };
}

function exists(folder: string, file: string): boolean {
  return statSync(join(folder, file), { throwIfNoEntry: false })?.isFile() === true;
}
