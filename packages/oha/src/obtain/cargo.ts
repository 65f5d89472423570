import { spawn } from "node:child_process";
import { access, constants, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import type { Env } from "./cache.ts";
import type { Way } from "./way.ts";
import { closed, killGroup } from "../kill.ts";
import { OHA_VERSION } from "../version.ts";

const STDERR_LINES = 15;

/**
 * Returns the path of a cargo from PATH, `$CARGO_HOME/bin` or `~/.cargo/bin`.
 * @throws Error if there is none.
 */
async function findCargo(env: Env): Promise<string> {
  const homes = [env["CARGO_HOME"], join(env["HOME"] || homedir(), ".cargo")];
  const directories = [
    ...(env["PATH"] ?? "").split(delimiter),
    ...homes.map((home) => (home === undefined ? "" : join(home, "bin"))),
  ].filter((directory) => isAbsolute(directory));
  for (const directory of directories) {
    const path = join(directory, "cargo");
    const refused = await access(path, constants.X_OK).catch(() => true);
    if (!refused) return path;
  }
  throw new Error("cargo (Rust) is neither on PATH nor in ~/.cargo/bin");
}

/**
 * The words that run a program in a shell whose background process waits for the end of its standard input. This process
 * holds the other end, so if it is killed, the background process kills the program's whole group.
 */
const endsWithParent = [
  "/bin/sh",
  "-c",
  'exec 3<&0; (read -r end <&3; kill -KILL 0) 2>/dev/null & exec 3<&-; exec "$@" </dev/null',
  "sh",
];

/**
 * Builds oha with `cargo install`. cargo writes only to the folder of the binary and its parent, except for its own
 * download cache. An abort kills cargo and its compilers, and so does the end of this process.
 */
export const fromCargo: Way = async (binary, { env, signal, onProgress, progressSeconds = 8 }) => {
  const cargo = await findCargo(env);
  const root = dirname(dirname(binary));
  onProgress(`building oha ${OHA_VERSION} with ${cargo}: about 5 to 7 minutes on two cores, once`);
  signal?.throwIfAborted();
  const started = performance.now();
  const elapsed = () => `${Math.round((performance.now() - started) / 1000)} s`;
  const install = [cargo, "install", "oha", "--version", OHA_VERSION, "--locked", "--root", root];
  const [program, ...args] = [...endsWithParent, ...install] as [string, ...string[]];
  const child = spawn(program, args, {
    // Here neither a rust-toolchain.toml nor a cargo configuration of the caller's project applies.
    cwd: root,
    env: {
      ...env,
      PATH: [dirname(cargo), env["PATH"] ?? ""].join(delimiter),
      CARGO_TARGET_DIR: join(root, "target"),
      CARGO_TERM_COLOR: "never",
      CARGO_TERM_PROGRESS_WHEN: "never",
    },
    stdio: ["pipe", "ignore", "pipe"],
    detached: true,
  });
  const onAbort = () => killGroup(child);
  signal?.addEventListener("abort", onAbort, { once: true });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (log += chunk));
  const timer = setInterval(
    () => onProgress(`building oha: ${elapsed()} so far`),
    progressSeconds * 1000,
  );
  try {
    const [code, killedBy] = await closed(child).catch((cause: Error) => {
      throw new Error(`${cargo} could not be started: ${cause.message}`, { cause });
    });
    signal?.throwIfAborted();
    const how = killedBy === null ? `failed with code ${code}` : `was killed by ${killedBy}`;
    if (code !== 0) {
      const tail = log.trimEnd().split("\n").slice(-STDERR_LINES).join("\n");
      throw new Error(`cargo install ${how}:\n${tail}`);
    }
    onProgress(`built oha in ${elapsed()}`);
  } finally {
    clearInterval(timer);
    signal?.removeEventListener("abort", onAbort);
  }
  await rm(join(root, "target"), { recursive: true, force: true });
};
