import { execFile, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { messageOf, EnvironmentError, Interrupted } from "@deadheat/journal";
import { freePort } from "../server/ready.ts";
import { selfSigned } from "./certificate.ts";
import { spawnService, untilReady } from "./process.ts";
import type { Running, Surroundings } from "./service.ts";
import { postgresUser, type User } from "./user.ts";

const run = promisify(execFile);

/** The settings of Postgres: loopback only, and no background work in a measured window. */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "128MB",
  autovacuum: "off",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
};

/** A Postgres that is installed: the folder with `initdb` and `postgres`, and where it comes from. */
export interface PostgresProgram {
  readonly binaries: string;
  readonly source: string;
  /** True if the server offers TLS, with a certificate of its own, to clients that insist on it. */
  readonly tls?: boolean;
}

/**
 * Starts a Postgres in the run's folder.
 * @param seed writes the data and returns the server's version. Throws while the server is not ready
 */
export async function startPostgres(
  around: Surroundings,
  program: PostgresProgram,
  seed: (address: string) => Promise<string>,
): Promise<Running> {
  const user = postgresUser();
  const home = join(around.folder, "postgres");
  mkdirSync(home);
  if (user) chownSync(home, user.uid, user.gid);
  const binaries = reachable(program.binaries, home, user);
  const password = randomBytes(18).toString("base64url");
  await initialize(binaries, home, password, user, around.signal);

  const port = await freePort();
  const tls = program.tls ? offerTls(home, user) : {};
  const settings = Object.entries({ ...SETTINGS, ...tls, port: String(port) });
  const server = spawnService(
    [
      join(binaries, "postgres"),
      "-D",
      join(home, "data"),
      ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    around,
    { name: "Postgres", cwd: home, user, log: join(home, "log") },
  );
  const address = `postgres://deadheat:${password}@127.0.0.1:${port}/postgres`;
  const version = await untilReady(server, () => seed(address), around.signal);
  const description = { version, source: program.source, settings: SETTINGS };
  return { ...server, address, description };
}

/** Writes a certificate and its key for the server. Returns the settings that name them. */
function offerTls(home: string, user: User | null): Record<string, string> {
  const files = { cert: join(home, "server.crt"), key: join(home, "server.key") };
  const { certificate, key } = selfSigned();
  writeFor(user, files.cert, certificate);
  writeFor(user, files.key, key);
  return { ssl: "on", ssl_cert_file: files.cert, ssl_key_file: files.key };
}

function writeFor(user: User | null, file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  if (user) chownSync(file, user.uid, user.gid);
}

const INITDB_MILLISECONDS = 60_000;

async function initialize(
  binaries: string,
  home: string,
  password: string,
  user: User | null,
  signal: AbortSignal,
): Promise<void> {
  const file = join(home, "password");
  writeFor(user, file, password);
  const args = ["-D", join(home, "data"), "-U", "deadheat", "-A", "scram-sha-256"];
  args.push(`--pwfile=${file}`, "--encoding=UTF8", "--no-locale", "--no-sync");
  const env = { PATH: process.env.PATH, LC_ALL: "C" };
  const options = { cwd: home, env, signal, timeout: INITDB_MILLISECONDS, ...user };
  try {
    await run(join(binaries, "initdb"), args, options);
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    throw new EnvironmentError(`initdb failed: ${messageOf(error)}`, { cause: error });
  }
}

/** Returns binaries that `user` can execute. Copies them if they are below /root. */
function reachable(binaries: string, home: string, user: User | null): string {
  if (!user) return binaries;
  try {
    execFileSync(join(binaries, "postgres"), ["--version"], {
      stdio: "ignore",
      cwd: "/",
      timeout: 10_000,
      ...user,
    });
    return binaries;
  } catch {
    const copy = join(home, "native");
    cpSync(join(binaries, ".."), copy, { recursive: true, verbatimSymlinks: true });
    return join(copy, "bin");
  }
}
