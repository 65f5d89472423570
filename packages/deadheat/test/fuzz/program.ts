import { fork, spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import type { Answered, Asked } from "./in-process.ts";

/** How a command line ended. */
export interface Ended {
  /** The exit code; null if the command was killed. */
  readonly code: number | null;
  readonly output: string;
  readonly seconds: number;
}

const MAIN = join(import.meta.dirname, "../../src/main.ts");
const LONGEST_SECONDS = 30;

/** Runs a command line in its own process. */
export function run({ args, cwd }: Asked, env: NodeJS.ProcessEnv): Promise<Ended> {
  const from = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream
      .setEncoding("utf8")
      .on("data", (text: string) => (output = (output + text).slice(0, 1e5)));
  }
  const timer = setTimeout(() => child.kill("SIGKILL"), 1000 * LONGEST_SECONDS);
  return new Promise((resolve) =>
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, output, seconds: (performance.now() - from) / 1000 });
    }),
  );
}

/** Runs command lines one after the other in one process, which is a new one after each that does not end. */
export class Runner {
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | null = null;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  run(asked: Asked): Promise<Ended> {
    const child = this.#child ?? this.#start();
    const from = performance.now();
    return new Promise((resolve) => {
      const end = (answered: Answered | { code: null; output: string }): void => {
        clearTimeout(timer);
        child.removeAllListeners();
        if (answered.code === null) this.close();
        resolve({ ...answered, seconds: (performance.now() - from) / 1000 });
      };
      const timer = setTimeout(() => end({ code: null, output: "no end" }), 1000 * LONGEST_SECONDS);
      child.once("message", (answered: Answered) => end(answered));
      child.once("exit", (code, signal) =>
        end({ code: null, output: `the process ended: ${code ?? signal}` }),
      );
      child.send(asked);
    });
  }

  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = null;
  }

  #start(): ChildProcess {
    return (this.#child = fork(join(import.meta.dirname, "in-process.ts"), {
      env: this.#env,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    }));
  }
}
