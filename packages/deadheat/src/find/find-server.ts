import { fileRuntimes, type Runtime } from "@deadheat/journal";
import { conventional, DEVELOPS, isLeftToConvention } from "./conventions.ts";
import { readManifest, type Manifest, type ProjectFiles } from "./files.ts";
import { direct, parseScript, scriptRunBy, startedFile } from "./script.ts";
import { asServer, serverFile } from "./server-file.ts";
import { buildOf, buildsBefore } from "./workspace.ts";

/** The server of a project, as its own files say. */
export interface FoundServer {
  /**
   * The program and its arguments, without a shell; `{port}` is replaced by the port. null if `file` exports an app that
   * deadheat has to serve. A program of the project's node_modules/.bin has its bare name.
   */
  readonly command: readonly string[] | null;
  /** The variables that the command sets. PORT and NODE_ENV=production are left out: every server has them. */
  readonly env: Readonly<Record<string, string>>;
  /** The path of the file that is started, if it is one: `src/server.ts`. */
  readonly file: string | null;
  readonly runtime: Runtime;
  /** The shell command that builds the server; null if none is needed. */
  readonly setup: string | null;
  /** The path of the server's first route without parameters, as far as its file has one. */
  readonly path: string | null;
  /** Whether the server is likely to listen on PORT. null if its files do not show that. */
  readonly readsPort: boolean | null;
  /** The place that names the server, in words: "start in package.json". */
  readonly why: string;
}

/** The scripts that start a server in production. */
const STARTS = ["start:prod", "start", "serve:prod", "prod"];

/** Angular names the script for its server after the project: `serve:ssr:shop`. */
const ANGULAR = /^serve:ssr\b/;

/** The scripts that serve a build. In many frameworks they only run a preview tool, so the conventions come first. */
const PREVIEWS = ["serve", "preview"];

/**
 * Finds the server of a project: what `start:prod`, `start` or `prod` of package.json runs, else what its framework's convention,
 * a Procfile, a Dockerfile, a `serve` or `preview` script, a `dev` script that runs a file, or deno.json names, else an entry
 * or a file in a usual place that listens or exports an app.
 * @returns null if nothing names a server
 * @throws UsageError if package.json or deno.json is not JSON
 */
export async function findServer(files: ProjectFiles): Promise<FoundServer | null> {
  const manifest = await readManifest(files);
  const server = await search(files, manifest);
  if (server === null) return null;
  const builds = [...(await buildsBefore(files, manifest)), server.setup ?? []].flat();
  const found = { ...server, setup: builds.length === 0 ? null : builds.join(" && ") };
  if (!("@angular/ssr" in manifest.dependencies)) return found;
  // Angular's server rejects requests whose host is not allowed (seen in @angular/ssr 22.2).
  return { ...found, env: { NG_ALLOWED_HOSTS: "127.0.0.1", ...found.env } };
}

async function search(files: ProjectFiles, manifest: Manifest): Promise<FoundServer | null> {
  const { scripts } = manifest;
  const build = buildOf(manifest);
  for (const name of [...STARTS, ...Object.keys(scripts).filter((one) => ANGULAR.test(one))]) {
    const found = await byScript(name, manifest, files, build);
    if (found !== null) return found;
  }
  const framework = await conventional(files, manifest);
  if (framework !== null) {
    const parsed = { line: framework.command, before: build };
    return byLine(parsed, `the convention of ${framework.name}`, manifest, files);
  }
  for (const named of [await inProcfile(files), await inDockerfile(files)]) {
    if (named === null) continue;
    const { line, where } = named;
    const found = await byLine({ line, before: build }, where, manifest, files);
    if (found !== null) return found;
  }
  for (const name of PREVIEWS) {
    const line = { line: scripts[name] ?? "", before: build };
    const found = await byLine(line, `${name} in package.json`, manifest, files);
    if (found !== null) return found;
  }
  const found = (await byTask(files, manifest)) ?? (await byDevScript(manifest, files));
  return found ?? byFile(files, manifest);
}

interface Line {
  readonly line: string;
  /** The commands that run first. */
  readonly before: readonly string[];
}

async function byScript(
  name: string,
  manifest: Manifest,
  files: ProjectFiles,
  build: readonly string[],
): Promise<FoundServer | null> {
  const line = manifest.scripts[name];
  if (line === undefined) return null;
  const before = manifest.scripts[`pre${name}`] === undefined ? [] : [`npm run pre${name}`];
  const where = `${name} in package.json`;
  const found = await byLine({ line, before: [...build, ...before] }, where, manifest, files);
  if (found !== null || !needsShell(line)) return found;
  return {
    ...NOTHING,
    command: name === "start" ? ["npm", "start"] : ["npm", "run", name],
    setup: build[0] ?? null,
    why: where,
  };
}

function needsShell(line: string): boolean {
  return parseScript(line) === null;
}

const NOTHING = { env: {}, file: null, runtime: "node", path: null, readsPort: null } as const;

/** Follows scripts that only run another one, and leaves a framework's own command to its convention. */
async function byLine(
  { line, before }: Line,
  why: string,
  manifest: Manifest,
  files: ProjectFiles,
): Promise<FoundServer | null> {
  const parsed = parseScript(line);
  if (parsed === null) return null;
  const setup = [...new Set([...before, ...parsed.before])];
  const script = scriptRunBy(parsed.words);
  if (script !== null) {
    const next = manifest.scripts[script];
    if (next === undefined) return null;
    const pre = `pre${script}`;
    const more = manifest.scripts[pre] === undefined ? [] : [`npm run ${pre}`];
    // Scripts that run each other must end.
    const { [script]: _, ...scripts } = manifest.scripts;
    const inner = { line: next, before: [...setup, ...more] };
    const followed = await byLine(inner, why, { ...manifest, scripts }, files);
    return followed && { ...followed, env: { ...followed.env, ...parsed.env } };
  }
  const words = direct(parsed.words);
  const text = words.join(" ");
  if (DEVELOPS.test(text)) return null;
  if (isLeftToConvention(text, manifest)) {
    const framework = await conventional(files, manifest);
    if (framework === null) return null;
    // The convention has no words that are left to a convention, so this ends.
    return started(framework.command.split(" "), { ...parsed, before: setup }, why, files);
  }
  return started(words, { ...parsed, before: setup }, why, files);
}

async function started(
  words: readonly string[],
  { env, before }: { readonly env: FoundServer["env"]; readonly before: readonly string[] },
  why: string,
  files: ProjectFiles,
): Promise<FoundServer> {
  const file = startedFile(words);
  const source = file === null ? null : await asServer(files, file);
  const runtime = runtimeOf(words);
  const setup = [...before, ...(runtime === "deno" ? installedByDeno(files, file) : [])];
  return onDenoPort({
    command: words,
    env,
    file,
    runtime,
    setup: setup.length === 0 ? null : setup.join(" && "),
    path: source?.path ?? null,
    readsPort: words.some((word) => word.includes("{port}")) || (source?.ready ?? null),
    why,
  });
}

export function runtimeOf([program = ""]: readonly string[]): Runtime {
  const name = program.slice(program.lastIndexOf("/") + 1);
  return name === "bunx" ? "bun" : (fileRuntimes.find((runtime) => runtime === name) ?? "node");
}

interface Named {
  readonly line: string;
  readonly where: string;
}

async function inProcfile({ read }: ProjectFiles): Promise<Named | null> {
  const line = /^web:\s*(.+)$/m.exec((await read("Procfile")) ?? "")?.[1];
  return line === undefined ? null : { line, where: "the Procfile" };
}

/** Reads the last CMD of a Dockerfile, after its ENTRYPOINT. */
async function inDockerfile({ read }: ProjectFiles): Promise<Named | null> {
  const text = ((await read("Dockerfile")) ?? "").replaceAll(/\\\r?\n/g, " ");
  const last = (name: string) => {
    const line = [...text.matchAll(new RegExp(`^\\s*${name}\\s+(.+)$`, "gim"))].at(-1)?.[1] ?? "";
    const list = /^\[(.*)\]\s*$/.exec(line)?.[1];
    if (list === undefined) return line;
    return [...list.matchAll(/"([^"]*)"/g)].map(([, word = ""]) => word).join(" ");
  };
  const entry = last("ENTRYPOINT");
  // Images of Node have their own entry point, which runs the command.
  const line = [/docker-entrypoint|tini|dumb-init/.test(entry) ? "" : entry, last("CMD")]
    .join(" ")
    .trim();
  return line === "" ? null : { line, where: "the Dockerfile" };
}

/** Finds a `dev` script that runs a file, as the starters of Elysia and Hono on Bun have no other. */
async function byDevScript(manifest: Manifest, files: ProjectFiles): Promise<FoundServer | null> {
  const line = manifest.scripts.dev;
  if (line === undefined) return null;
  const found = await byLine({ line, before: [] }, "dev in package.json", manifest, files);
  return found === null || found.file === null ? null : found;
}

async function byTask(files: ProjectFiles, manifest: Manifest): Promise<FoundServer | null> {
  const text = (await files.read("deno.json")) ?? (await files.read("deno.jsonc")) ?? "";
  // The file may have comments, which no parser of ours reads.
  const task = (name: string) =>
    new RegExp(`"${name}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"`).exec(text)?.[1]?.replaceAll('\\"', '"');
  for (const name of ["start", "serve", "dev"]) {
    const line = task(name);
    if (line === undefined) continue;
    const before = name !== "dev" && task("build") !== undefined ? ["deno task build"] : [];
    const found = await byLine({ line, before }, `${name} in deno.json`, manifest, files);
    if (found?.runtime === "deno") return found;
  }
  return null;
}

/** Returns the command that downloads imports. Otherwise Deno downloads them while the server starts, which counts as startup and has none of the user's certificates. */
function installedByDeno({ has }: ProjectFiles, file: string | null): string[] {
  if (!has("deno.json") && !has("deno.jsonc")) return [];
  return [file === null ? "deno install" : `deno install --entrypoint ${file}`];
}

/** `deno serve` takes its port as an option, and Deno.serve takes a default from this variable (Deno 2.1 and later). */
function onDenoPort(found: FoundServer): FoundServer {
  if (found.runtime !== "deno") return found;
  const [program = "", verb = "", ...rest] = found.command ?? [];
  if (verb !== "serve" || rest.some((word) => word.startsWith("--port"))) {
    return { ...found, env: { DENO_SERVE_ADDRESS: "tcp:127.0.0.1:{port}", ...found.env } };
  }
  const command = [program, verb, "--host=127.0.0.1", "--port={port}", ...rest];
  return { ...found, command, readsPort: true };
}

async function byFile(files: ProjectFiles, manifest: Manifest): Promise<FoundServer | null> {
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
