import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { deserialize } from "node:v8";
import { wholeEnvironment } from "@deadheat/journal";

/** The result of a configuration's code: its default export, or its error. */
export type Ran =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "error"; readonly message: string; readonly stack: string }
  /** The code ended the process. */
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

/** Imports a module in a process of its own, so that its code cannot end this process or change it. */
export async function runModule(href: string): Promise<Ran> {
  const types = process.execArgv.filter((one) => /^--experimental-\w+-types$/.test(one));
  const args = [...types, "--input-type=module", "--eval", CHILD, href];
  const child = spawn(process.execPath, args, {
    env: wholeEnvironment(),
    stdio: ["ignore", 2, 2, "pipe"],
  });
  const pipe = child.stdio[3] as Readable;
  const chunks: Buffer[] = [];
  pipe.on("data", (chunk: Buffer) => chunks.push(chunk));
  const closed = once(pipe, "close");
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  // A process that the module has started may keep the pipe open.
  await Promise.race([closed, sleep(1000, undefined, { ref: false })]);
  pipe.destroy();
  try {
    return deserialize(Buffer.concat(chunks)) as Ran;
  } catch {
    return { kind: "ended", how: signal ?? `exit code ${code}` };
  }
}
