import { posix } from "node:path";
import { fileRuntimes, type Runtime } from "@deadheat/journal";
import { conventional, DEVELOPS, isLeftToConvention } from "./conventions.ts";
import type { Manifest, ProjectFiles } from "./files.ts";
import type { FoundServer } from "./found-server.ts";
import type { NamedLine } from "./lines.ts";
import { direct, followScript, isSource, parseScript } from "./script.ts";
import { asServer } from "./server-file.ts";

/**
 * Returns the server that a line starts; null if it starts none. Leaves a framework's own command to its convention.
 */
export async function startedByLine(
  { line, before, why, byNpm }: Omit<NamedLine, "only">,
  files: ProjectFiles,
  manifest: Manifest,
): Promise<FoundServer | null> {
  if (parseScript(line) === null) return byNpm && { ...NOTHING, ...byNpm, why };
  const parsed = followScript(line, manifest.scripts);
  if (parsed === null) return null;
  const setup = [...new Set([...before, ...parsed.before])];
  let words = direct(parsed.words);
  const text = words.join(" ");
  if (DEVELOPS.test(text)) return null;
  if (isLeftToConvention(text, manifest)) {
    const framework = await conventional(files, manifest);
    if (framework === null) return null;
    words = framework.command.split(" ");
  }
  return started(words, { ...parsed, before: setup }, why, files);
}

const NOTHING = { env: {}, file: null, runtime: "node", path: null, readsPort: null } as const;

async function started(
  words: readonly string[],
  { env, before }: { readonly env: FoundServer["env"]; readonly before: readonly string[] },
  why: string,
  files: ProjectFiles,
): Promise<FoundServer> {
  const file = startedFile(words);
  const runtime = runtimeOf(words);
  const onPort = runtime === "deno" ? onDenoPort(words, env) : { command: words, env };
  const setup = [...before, ...(runtime === "deno" ? installedByDeno(files, file) : [])];
  const takesPort = onPort.command.some((word) => word.includes("{port}"));
  const source = file === null ? null : await asServer(files, file);
  return {
    ...onPort,
    file,
    runtime,
    setup: setup.length === 0 ? null : setup.join(" && "),
    path: source?.path ?? null,
    readsPort: takesPort || (source?.ready ?? null),
    why,
  };
}

/** Returns the file that the words start: `src/server.ts` of `node src/server.ts`; null if they start no file. */
export function startedFile([program = "", ...rest]: readonly string[]): string | null {
  if (!fileRuntimes.some((runtime) => runtime === program)) return null;
  const file = rest.find((word) => isSource(word) && !word.startsWith("-"));
  return file === undefined ? null : posix.normalize(file);
}

export function runtimeOf([program = ""]: readonly string[]): Runtime {
  const name = program.slice(program.lastIndexOf("/") + 1);
  return name === "bunx" ? "bun" : (fileRuntimes.find((runtime) => runtime === name) ?? "node");
}

/** Returns the command that downloads imports. Otherwise Deno downloads them while the server starts, which counts as startup and has none of the user's certificates. */
function installedByDeno({ has }: ProjectFiles, file: string | null): string[] {
  if (!has("deno.json") && !has("deno.jsonc")) return [];
  return [file === null ? "deno install" : `deno install --entrypoint ${file}`];
}

/** `deno serve` takes its port as an option, and Deno.serve takes a default from this variable (Deno 2.1 and later). */
function onDenoPort(
  words: readonly string[],
  env: FoundServer["env"],
): Pick<FoundServer, "env"> & { readonly command: readonly string[] } {
  const [program = "", verb = "", ...rest] = words;
  if (verb !== "serve" || rest.some((word) => word.startsWith("--port"))) {
    return { command: words, env: { DENO_SERVE_ADDRESS: "tcp:127.0.0.1:{port}", ...env } };
  }
  return { command: [program, verb, "--host=127.0.0.1", "--port={port}", ...rest], env };
}
