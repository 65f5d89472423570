import process from "node:process";
import { HOSTNAME, type Address, type Listening, type Readiness, type Tls } from "./types.ts";

const protocols = ["http", "tls", "h2", "h2c"] as const;

/**
 * Returns the address to listen on: 127.0.0.1 and the port in `PORT`, any free port if unset. The protocol is that in
 * `DEADHEAT_PROTOCOL`, `http` if unset. TLS uses key.pem and cert.pem of the folder in `DEADHEAT_TLS`.
 * @throws RangeError if `PORT` is no port, or the protocol is unknown.
 */
export async function addressFromEnvironment(): Promise<Address> {
  const text = process.env.PORT ?? "0";
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) {
    throw new RangeError(`PORT is ${JSON.stringify(text)}: give a number from 0 (any) to 65535`);
  }
  const asked = protocolVariable() ?? "http";
  const protocol = protocols.find((name) => name === asked);
  if (protocol === undefined) {
    throw new RangeError(
      `DEADHEAT_PROTOCOL is ${JSON.stringify(asked)}: give one of ${protocols.join(", ")}`,
    );
  }
  const secure = protocol === "tls" || protocol === "h2";
  return { hostname: HOSTNAME, port, protocol, tls: secure ? await readTls() : null };
}

/** Returns the protocol in the environment; undefined also for a server on Deno without permission to read it. */
function protocolVariable(): string | undefined {
  try {
    return process.env.DEADHEAT_PROTOCOL;
  } catch {
    return undefined;
  }
}

async function readTls(): Promise<Tls> {
  // A process without TLS does not load node:fs.
  const { readFile } = await import("node:fs/promises");
  const folder = process.env.DEADHEAT_TLS;
  if (folder === undefined)
    throw new RangeError("DEADHEAT_TLS is not set: set it to the folder with key.pem and cert.pem");
  const [keyFile, certFile] = [`${folder}/key.pem`, `${folder}/cert.pem`];
  const [key, cert] = [await readFile(keyFile, "utf8"), await readFile(certFile, "utf8")];
  return { key, cert, keyFile, certFile };
}

/** Prints the readiness line after registering the exit at SIGTERM, so that its reader can stop the server at once. */
export function announce(
  listening: Listening,
  runtime: Readiness["runtime"],
  version: string,
): Listening {
  process.once("SIGTERM", () => void stop(listening));
  const line: Readiness = {
    deadheat: "ready",
    port: listening.port,
    pid: process.pid,
    runtime,
    version,
  };
  console.log(JSON.stringify(line));
  return listening;
}

async function stop(listening: Listening): Promise<never> {
  await listening.close();
  process.exit(0);
}
