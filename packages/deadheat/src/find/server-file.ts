import { posix } from "node:path";
import type { Runtime } from "@deadheat/journal";
import type { Manifest, ProjectFiles } from "./files.ts";
import type { FoundServer } from "./found-server.ts";

/** A file that is likely to be the project's server. */
interface ServerFile {
  /** The path of the file: `src/server.ts`. */
  readonly file: string;
  readonly runtime: Runtime;
  /** The path of its first route that has no parameters; null if none was found. */
  readonly path: string | null;
  /** Whether the file listens by itself. Otherwise it exports an app. */
  readonly listens: boolean;
  /** Whether the file exports an app, or listens on PORT. Otherwise it seems to choose its port. */
  readonly ready: boolean;
}

const EXTENSIONS = ["ts", "mts", "js", "mjs", "cjs"];
const NAMES = ["server", "main", "index", "app", "server/index"];
const PLACES = NAMES.flatMap((name) => [`src/${name}`, name]);
const USUAL = PLACES.flatMap((place) => EXTENSIONS.map((extension) => `${place}.${extension}`));

/** Returns the server of an entry of the package, or of a file in a usual place; null if there is none. */
export async function serverByFile(
  files: ProjectFiles,
  manifest: Manifest,
): Promise<FoundServer | null> {
  const found = await serverFile(files, manifest);
  if (found === null) return null;
  const { file, runtime, path, listens, ready } = found;
  const run = runtime === "deno" ? ["deno", "run", "--allow-all"] : [runtime];
  return {
    command: listens ? [...run, file] : null,
    env: {},
    file,
    runtime,
    setup: null,
    path,
    readsPort: ready,
    why: `${file} ${listens ? "listens" : "exports an app"}`,
  };
}

/** Returns the server among the entries of the package and the files in usual places; null if there is none. */
async function serverFile(
  files: ProjectFiles,
  { main, module, bin, exports }: Manifest,
): Promise<ServerFile | null> {
  const programs = typeof bin === "string" ? [bin] : Object.values(bin);
  const offered = [main, module, ...programs, ...texts(exports)].filter((file) =>
    /\.[cm]?[jt]s$/.test(file),
  );
  const found: ServerFile[] = [];
  for (const file of new Set([...USUAL, ...offered].map((path) => posix.normalize(path)))) {
    const server = await asServer(files, file);
    if (server !== null) found.push(server);
  }
  return found.find(({ ready }) => ready) ?? found[0] ?? null;
}

/** Returns every file that conditions of `exports` may lead to. */
function texts(exports: unknown): string[] {
  if (typeof exports === "string") return [exports];
  if (typeof exports !== "object" || exports === null) return [];
  return Object.values(exports).flatMap(texts);
}

/** Matches the code of servers: Node's, Express's and Fastify's, Bun's and Deno's, web standards, and handlers. */
const SERVES =
  /\.listen\(|createServer\(|\bserve\(|\bfetch\s*(?::|\(\s*req)|\breq(?:uest)?\b[^,()]*,\s*res|\bnew (?:Hono|Elysia|H3)\b/;
const EXPORTS = /\bexport default\b|\bas default\b|\bmodule\.exports\s*=\s*[\w(]/;

export async function asServer({ read }: ProjectFiles, file: string): Promise<ServerFile | null> {
  const text = await read(file);
  if (text === null || !SERVES.test(text)) return null;
  const exported = EXPORTS.test(text);
  const listens = /\.listen\(|\bserve\(/.test(text);
  const readsPort = /\benv\b/.test(text) && /\bPORT\b/.test(text);
  if (!exported && !listens) return null;
  const onBun = /\bBun\.serve\b|\bnew Elysia\b/.test(text);
  return {
    file,
    runtime: onBun ? "bun" : /\bDeno\.serve\b/.test(text) ? "deno" : "node",
    path: /\.get\(\s*["'`](\/[\w./~-]*)["'`]/.exec(text)?.[1] ?? null,
    listens,
    ready: readsPort || (exported && !listens),
  };
}
