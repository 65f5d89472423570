import { execFile, spawn } from "node:child_process";
import { access, constants, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import lt from "semver/functions/lt.js";
import { executable, type Env } from "./cache.ts";
import type { Way } from "./obtain.ts";
import { closed, killGroup } from "../kill.ts";
import { OHA_VERSION } from "../version.ts";

/** The oldest Rust that compiles oha 1.16.0, from its Cargo.toml. */
export const MINIMUM_RUST_VERSION = "1.88.0";

const STDERR_LINES = 15;

/**
 * Returns the path of a cargo that can build oha, from PATH, `$CARGO_HOME/bin` or `~/.cargo/bin`.
 * @throws Error whose message names the missing program.
 */
async function findCargo(env: Env): Promise<string> {
  const homes = [env["CARGO_HOME"], join(env["HOME"] || homedir(), ".cargo")];
  const directories = [
    ...(env["PATH"] ?? env["Path"] ?? "").split(delimiter),
    ...homes.map((home) => (home === undefined ? "" : join(home, "bin"))),
  ].filter((directory) => isAbsolute(directory));
  const cargo = await firstProgram("cargo", directories);
  if (cargo === null) throw new Error("cargo (Rust) is neither on PATH nor in ~/.cargo/bin");
  const rustc = await firstProgram("rustc", [dirname(cargo), ...directories]);
  if (rustc === null) throw new Error(`found cargo at ${cargo}, but no rustc`);
  const version = await rustVersion(rustc, env);
  if (lt(version, MINIMUM_RUST_VERSION)) {
    const need = `oha ${OHA_VERSION} needs Rust >= ${MINIMUM_RUST_VERSION}`;
    throw new Error(`${need}, but ${rustc} is ${version} (rustup update stable)`);
  }
  return cargo;
}

/**
 * The words that run a program in a shell whose background process waits for the end of its standard input. This process
 * holds the other end, so if it is killed, the background process kills the program's whole group.
 */
const endsWithParent =
  process.platform === "win32"
    ? []
    : [
        "/bin/sh",
        "-c",
        'exec 3<&0; (read -r end <&3; kill -KILL 0) 2>/dev/null & exec 3<&-; exec "$@" </dev/null',
        "sh",
      ];

/**
 * Builds oha with `cargo install`, if cargo and a new enough Rust are installed. cargo writes only to the folder of the
 * binary and its parent, except for its own download cache. An abort kills cargo and its
 * compilers, and so does the end of this process.
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
      PATH: [dirname(cargo), env["PATH"] ?? env["Path"] ?? ""].join(delimiter),
      CARGO_TARGET_DIR: join(root, "target"),
      CARGO_TERM_COLOR: "never",
      CARGO_TERM_PROGRESS_WHEN: "always",
      CARGO_TERM_PROGRESS_WIDTH: "100",
    },
    stdio: ["pipe", "ignore", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  const onAbort = () => killGroup(child);
  signal?.addEventListener("abort", onAbort, { once: true });
  const log = follow(child.stderr);
  const timer = setInterval(
    () => onProgress(`building oha: ${log.stage()}, ${elapsed()} so far`),
    progressSeconds * 1000,
  );
  try {
    const [code, killedBy] = await closed(child).catch((cause: Error) => {
      throw new Error(`${cargo} could not be started: ${cause.message}`, { cause });
    });
    signal?.throwIfAborted();
    const how = killedBy === null ? `failed with code ${code}` : `was killed by ${killedBy}`;
    if (code !== 0) throw new Error(`cargo install ${how}:\n${log.tail()}`);
    onProgress(`built oha in ${elapsed()}`);
  } finally {
    clearInterval(timer);
    signal?.removeEventListener("abort", onAbort);
  }
  await rm(join(root, "target"), { recursive: true, force: true });
};

/** Reads cargo's messages and its progress bar (`Building [==> ] 123/345: tokio, ...`). */
function follow(stream: NodeJS.ReadableStream) {
  const lines: string[] = [];
  let stage = "fetching the sources";
  let rest = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    const pieces = (rest + chunk).split(/[\r\n]+/);
    rest = pieces.pop() ?? "";
    for (const piece of pieces) {
      const line = piece.trim();
      const bar = /^Building \[.*\] (\d+\/\d+)(?:: (.*))?$/.exec(line);
      if (bar !== null) {
        stage = `${bar[1]} crates${bar[2] === undefined ? "" : ` (${bar[2].slice(0, 40)})`}`;
      } else if (line !== "" && !/^(?:Compiling|Downloaded|Downloading|Fetch) /.test(line)) {
        lines.push(line);
        if (lines.length > STDERR_LINES) lines.shift();
      }
    }
  });
  return {
    stage: () => stage,
    tail: () => [...lines, rest.trim()].filter((line) => line !== "").join("\n"),
  };
}

async function rustVersion(rustc: string, env: Env): Promise<string> {
  const limits = { env: { ...env }, timeout: 30_000, killSignal: "SIGKILL" } as const;
  const { stdout } = await promisify(execFile)(rustc, ["--version"], limits).catch(
    (cause: Error) => {
      throw new Error(`${rustc} --version failed: ${cause.message.trim()}`, { cause });
    },
  );
  const version = /^rustc (\d+\.\d+\.\d+)/.exec(stdout)?.[1];
  if (version === undefined) throw new Error(`${rustc} --version printed no version of Rust`);
  return version;
}

async function firstProgram(name: string, directories: readonly string[]): Promise<string | null> {
  for (const directory of directories) {
    const path = join(directory, executable(name));
    const refused = await access(path, constants.X_OK).catch(() => true);
    if (!refused) return path;
  }
  return null;
}
