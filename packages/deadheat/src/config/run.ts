import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import process from "node:process";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { deserialize } from "node:v8";
import { attempt, wholeEnvironment } from "@deadheat/journal";
import { fence, onlyStreams } from "@deadheat/measure";
import * as v from "valibot";

export type Ran =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "error"; readonly message: string; readonly stack: string }
  /** The code ended the process, took too long or exports too much. */
  | { readonly kind: "ended"; readonly how: string };

/** Sends the default export, or the error, to descriptor 3. Values that are no data are an error. */
const CHILD = `
import { writeSync } from "node:fs";
import { serialize } from "node:v8";
const send = (result) => {
  const bytes = serialize(result);
  for (let at = 0; at < bytes.length; ) at += writeSync(3, bytes, at);
};
try {
  send({ kind: "value", value: (await import(process.argv[1])).default });
} catch (error) {
  const { message = String(error), stack = "" } = error instanceof Error ? error : {};
  send({ kind: "error", message, stack });
}
process.exit(0);
`;

/** The time that a configuration may take. A build belongs into `setup`. */
const PATIENCE_SECONDS = 60;
const MOST_BYTES = 10_000_000;

/**
 * Imports a module in its own process, fenced in, so that its code cannot end this process, change it or what deadheat keeps,
 * or go on after it.
 */
export async function runModule(href: string, patienceSeconds = PATIENCE_SECONDS): Promise<Ran> {
  const types = process.execArgv.filter((one) => /^--experimental-\w+-types$/.test(one));
  const args = [...types, "--input-type=module", "--eval", CHILD, href];
  const folder = dirname(fileURLToPath(href));
  const around = await fence(folder, process.cwd(), wholeEnvironment());
  const [program = "", ...words] = [...around.words, process.execPath, ...args];
  const child = spawn(program, words, {
    env: around.env,
    stdio: onlyStreams(["ignore", 2, 2, "pipe"]),
  });
  const pipe = child.stdio[3] as Readable;
  const chunks: Buffer[] = [];
  let bytes = 0;
  let why: string | null = null;
  const end = (reason: string) => {
    why = reason;
    child.kill("SIGKILL");
  };
  const late = setTimeout(
    () => end(`it took more than ${patienceSeconds} s`),
    patienceSeconds * 1000,
  );
  pipe.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MOST_BYTES) chunks.push(chunk);
    else end(`it exports more than ${MOST_BYTES / 1e6} MB`);
  });
  const closed = once(pipe, "close");
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  clearTimeout(late);
  around.remove();
  // A process that the module has started may keep the pipe open.
  await Promise.race([closed, sleep(1000, undefined, { ref: false })]);
  pipe.destroy();
  if (why !== null) return { kind: "ended", how: why };
  return (
    readRan(Buffer.concat(chunks)) ?? {
      kind: "ended",
      how: `it ended its process (${signal ?? `exit code ${code}`})`,
    }
  );
}

const ranSchema = v.variant("kind", [
  v.object({ kind: v.literal("value"), value: v.unknown() }),
  v.object({ kind: v.literal("error"), message: v.string(), stack: v.string() }),
]);

/** Returns null if the bytes are no result: the module's own code can write to the descriptor too. */
export function readRan(bytes: Buffer): Ran | null {
  return attempt(() => v.parse(ranSchema, deserialize(bytes)));
}
