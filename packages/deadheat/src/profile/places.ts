import { realpathSync } from "node:fs";
import { basename, dirname, parse, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { attempt, inside } from "@deadheat/journal";
import type { Code, Kind, Place, PlaceOf } from "@deadheat/judge";
import { profilerModule } from "@deadheat/measure";
import { ownFolder } from "../own-folder.ts";
import type { Installed } from "../ready/installed.ts";
import { isIrregular } from "../response/looks-random.ts";
import { packageOf } from "../provenance/packages.ts";
import { linesOf, readSource, type Source } from "./sources.ts";

type Frame = Parameters<PlaceOf>[0];
/** The parts of a server that say which code is whose. */
export type Located = Pick<Installed, "root" | "program" | "app" | "package" | "runtime">;

/**
 * Returns the function that finds the places of a server's frames: package, path within it and name. The files are
 * read once.
 * @param frameworks the packages that are compared, whose code is neither the user's nor a dependency
 */
export function placesOf(side: Located, frameworks: ReadonlySet<string>): PlaceOf {
  const root = realpathSync(side.root);
  const files = new Map<string, Source>();
  const known = new Map<string, Place | null>();
  const find = (frame: Frame): Place | null => {
    if (frame.url === "") {
      // V8 gives evaluated code a line. JavaScriptCore also gives one to its own functions, such as `map`.
      const isNative = frame.lineNumber < 0 || side.runtime === "bun";
      return isNative ? nativePlace(frame) : evaluatedPlace(frame);
    }
    if (MODULE_OF_RUNTIME.test(frame.url)) return runtimePlace(frame);
    const path = pathOf(frame.url);
    if (path === null) return evaluatedPlace(frame);
    if (path === PROFILER) return null;
    const source = files.get(path) ?? readSource(path);
    files.set(path, source);
    return filePlace(frame, path, source, { ...side, root }, frameworks);
  };
  return (frame) => {
    const key = JSON.stringify([
      frame.url,
      frame.functionName,
      frame.lineNumber,
      frame.columnNumber,
    ]);
    const place = known.get(key);
    if (place !== undefined) return place;
    const found = find(frame);
    known.set(key, found);
    return found;
  };
}

/** Matches `node:path` and `ext:core/01_core.js`, but not what programs name their code: `webpack://app/a.js`, `data:text/javascript,`. */
const MODULE_OF_RUNTIME = /^(?!file:|data:)[a-z][\w+.-]*:(?!\/\/)|^wasm:|\[/i;

/** The longest name of a function or a module: some are made by programs. */
const LONGEST_NAME = 200;

/** The name of the code of a module outside of its functions, as Bun has it. */
const MODULE = "(module)";

const PROFILER = realpathSync(profilerModule);

/** Returns the place of a frame without a file: garbage collection, or a native function. */
function nativePlace({ functionName }: Frame): Place {
  const gc = functionName === "(garbage collector)";
  const name = functionName === "(program)" ? "native code without a name" : functionName;
  return placed(
    gc ? "gc" : "native",
    null,
    null,
    gc ? "garbage collection" : name || "anonymous",
    null,
  );
}

/** Returns the place of a frame in a module of the runtime: `node:internal/timers`, `ext:deno_http/00_serve.ts`. */
function runtimePlace({ url, functionName, lineNumber }: Frame): Place {
  return placed("runtime", null, url, functionName || MODULE, lineNumber + 1);
}

/** Returns the place of a frame in code that `eval` or `new Function` ran, which may name itself by `sourceURL`. */
function evaluatedPlace({ url, functionName, lineNumber }: Frame): Place {
  return placed("app", ".", url || "evaluated code", functionName || MODULE, lineNumber + 1);
}

function filePlace(
  { functionName, lineNumber, columnNumber }: Frame,
  path: string,
  { original, functions }: Source,
  { root, program, app }: Located,
  frameworks: ReadonlySet<string>,
): Place {
  const mapped = original(lineNumber, columnNumber);
  // The maps of a published package may lead out of it, to where it was built.
  const strays = isInstalled(path) && !inside(mapped.file, packageOf(path, root).folder);
  const { file, line } = strays ? { file: path, line: lineNumber } : mapped;
  const { folder, name: found } = packageOf(file, root);
  const owner = inside(path, ownFolder) ? "deadheat" : found;
  const name = functionName || functions?.nameAt(lineNumber, columnNumber) || MODULE;
  const within = withoutHash(inside(file, folder) ? from(folder, file) : basename(file));
  const entry = program.kind === "file" ? realpathOr(program.file) : null;
  const isEntry = file === entry;
  const code: Code = {
    digest: () => functions?.digestAt(lineNumber, columnNumber) ?? null,
    lineOfCall: (callee) => {
      const word = callee.split(/[ .]/).at(-1) ?? "";
      const call = functions?.callAt(lineNumber, columnNumber, word) ?? null;
      return call && original(...call).line + 1;
    },
    linesFrom: (first, most) => linesOf(file, first, most),
  };
  const kind = kindOf(owner, file, frameworks);
  const shown = isEntry ? (app ?? within) : within;
  const place = {
    ...placed(kind, owner, shown, name, line + 1),
    // `module.exports` says nothing, and such a module has the name of its file.
    name: name.replace(/^(?:module\.)?exports(?= > |$)/, parse(file).name).slice(0, LONGEST_NAME),
    code,
  };
  if (owner !== ".") return place;
  // The two servers may be two files, in two folders.
  if (isEntry) return { ...place, id: identity(owner, "(the server's file)", name) };
  if (entry === null || app !== null) return place;
  return { ...place, id: identity(owner, withoutHash(from(dirname(entry), file)), name) };
}

function kindOf(owner: string, file: string, frameworks: ReadonlySet<string>): Kind {
  if (frameworks.has(owner)) return "framework";
  const ours = owner === "deadheat" || owner.startsWith("@deadheat/");
  return ours || isInstalled(file) ? "dependency" : "app";
}

const isInstalled = (file: string): boolean => file.includes(`${sep}node_modules${sep}`);

/** Matches what Rollup and Turbopack put in front of the extension of a chunk: `server_CwIXZiya.mjs`, `page__9f2c41d0._.js`. */
const HASH = /(?<=[-_.])(?:[\w-]{8}(?=\.[cm]?js$)|[0-9a-f]{6,}(?=\._\.js$))/;

/** Returns the name that a chunk has in every build of a server, `server_*.mjs`: the hash follows from its content. */
export function withoutHash(file: string): string {
  return file.replace(HASH, (word) => (isIrregular(word.replaceAll(/[-_]/g, "")) ? "*" : word));
}

function from(folder: string, file: string): string {
  return relative(folder, file).split(sep).join("/");
}

function placed(
  kind: Kind,
  owner: string | null,
  file: string | null,
  longName: string,
  line: number | null,
): Place {
  const [name, where] = [longName.slice(0, LONGEST_NAME), file?.slice(0, LONGEST_NAME) ?? null];
  return { kind, package: owner, file: where, name, line, id: identity(owner, where, name) };
}

function identity(owner: string | null, file: string | null, name: string): string {
  return JSON.stringify([owner, file, name]);
}

/** Returns the real path of a frame's file; null if the frame names none: a program may name its code as it likes. */
function pathOf(url: string): string | null {
  if (url.startsWith("file:")) {
    const path = attempt(() => fileURLToPath(url));
    return path && realpathOr(path);
  }
  return url.startsWith("/") ? realpathOr(url) : null;
}

function realpathOr(path: string): string {
  return attempt(() => realpathSync(path)) ?? path;
}
