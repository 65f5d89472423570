// Runs command lines that its parent sends, one after the other in this process: the start of a process takes longer than most.
import { createReadStream } from "node:fs";
import process from "node:process";
import { hideEnvironment } from "@deadheat/journal";
import { runProgram } from "../../src/cli/program.ts";

/** A command line, and the folder in which it runs. */
export interface Asked {
  readonly args: readonly string[];
  readonly cwd: string;
}

/** The exit code of a command line, and the start of what it printed. */
export interface Answered {
  readonly code: number;
  readonly output: string;
}

class Exit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`process.exit(${code})`);
    this.code = code;
  }
}

hideEnvironment();
let output = "";
for (const stream of [process.stdout, process.stderr]) {
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    output = (output + Buffer.from(chunk as Uint8Array).toString()).slice(0, 1e5);
    const written = rest.at(-1);
    if (typeof written === "function") process.nextTick(written as () => void);
    return true;
  };
}
Object.defineProperty(process, "stdin", { get: () => createReadStream("/dev/null") });
process.exit = (code) => {
  throw new Exit(Number(code ?? 0));
};

process.on("message", ({ args, cwd }: Asked) => {
  output = "";
  process.chdir(cwd);
  process.argv = [process.execPath, "deadheat", ...args];
  const answer = (code: number) => process.send?.({ code, output } satisfies Answered);
  runProgram(args).then(answer, (error: unknown) => {
    if (!(error instanceof Exit)) output += String((error as Error).stack);
    answer(error instanceof Exit ? error.code : 1);
  });
});
