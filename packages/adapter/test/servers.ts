import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

// Each runtime's real binary starts the same script.

/** Servers of the kinds that the adapter itself serves: they return the path, or the body of a POST. */
export const scripts = {
  fetch: `import { listen } from "@deadheat/adapter";
    await listen({ kind: "fetch", fetch: async (request) =>
      new Response(request.method === "POST" ? await request.text() : new URL(request.url).pathname) });`,
  node: `import { listen } from "@deadheat/adapter";
    await listen({ kind: "node", handler: (request, response) =>
      request.method === "POST" ? request.pipe(response) : response.end(request.url) });`,
};

const root = fileURLToPath(new URL("../../../", import.meta.url));
const deno = ["--quiet", "--no-prompt", "--cached-only", "--allow-net=127.0.0.1"];
const binaries: Record<string, string[]> = {
  node: [join(root, "node_modules/node/bin/node")],
  bun: [join(root, "node_modules/bun/bin/bun.exe")],
  deno: [join(root, "node_modules/deno/deno"), "run", ...deno],
};

export const runtimes = Object.keys(binaries);

// The folder lies below this package, so that the package's own name resolves.
const folder = mkdtempSync(join(import.meta.dirname, ".scripts-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a script with these variables and no others. Deno may read them, and the folder with the certificate. */
export function start(
  runtime: string,
  source: string,
  variables: Readonly<Record<string, string>>,
): ChildProcess {
  const file = join(folder, "server.mjs");
  writeFileSync(file, source);
  const [program, ...args] = binaries[runtime] as [string, ...string[]];
  const { DEADHEAT_TLS: tls } = variables;
  const permissions = [
    `--allow-env=${Object.keys(variables).join()}`,
    ...(tls === undefined ? [] : [`--allow-read=${tls}`]),
  ];
  const options = runtime === "deno" ? permissions : [];
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: "1", ...variables };
  return spawn(program, [...args, ...options, file], { cwd: folder, env });
}

/** Returns the lines on a server's standard output, once the first line is there. */
export async function linesOf(child: ChildProcess): Promise<string[]> {
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  output.on("line", (line) => lines.push(line));
  await once(output, "line");
  return lines;
}

/** Waits until a server has failed. Returns its standard error. */
export async function failure(child: ChildProcess): Promise<string> {
  const said = text(child.stderr as NodeJS.ReadableStream);
  const [code] = (await once(child, "exit")) as [number | null];
  assert.notEqual(code, 0);
  return said;
}

/** Sends SIGTERM and returns the exit code. */
export async function stopped(child: ChildProcess): Promise<number | null> {
  child.kill("SIGTERM");
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}
