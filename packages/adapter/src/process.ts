import process from "node:process";
import { HOSTNAME, type Address, type Listening, type Readiness, type Tls } from "./types.ts";

const protocols = ["http", "tls", "h2", "h2c"] as const;

/**
 * The address asked for: 127.0.0.1 and the port in `PORT`, any free one without it; over the protocol in
 * `DEADHEAT_PROTOCOL` (`http` without it), and for TLS with key.pem and cert.pem of the folder in `DEADHEAT_TLS`.
 * @throws RangeError when `PORT` is no port, or there is no such protocol.
 */
export async function addressFromEnvironment(): Promise<Address> {
  const text = process.env.PORT ?? "0";
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) {
    throw new RangeError(`PORT is ${JSON.stringify(text)}: give a number from 0 (any) to 65535`);
  }
  const asked = askedProtocol() ?? "http";
  const protocol = protocols.find((name) => name === asked);
  if (protocol === undefined) {
    throw new RangeError(`DEADHEAT_PROTOCOL is ${JSON.stringify(asked)}: ${protocols.join(", ")}`);
  }
  const secure = protocol === "tls" || protocol === "h2";
  return { hostname: HOSTNAME, port, protocol, tls: secure ? await readTls() : null };
}

/** A server on Deno that may not even read the variable was not told a protocol. */
function askedProtocol(): string | undefined {
  try {
    return process.env.DEADHEAT_PROTOCOL;
  } catch {
    return undefined;
  }
}

async function readTls(): Promise<Tls> {
  // Not in a process that serves without TLS.
  const { readFile } = await import("node:fs/promises");
  const folder = process.env.DEADHEAT_TLS;
  if (folder === undefined) throw new RangeError("DEADHEAT_TLS names no folder with a certificate");
  const [keyFile, certFile] = [`${folder}/key.pem`, `${folder}/cert.pem`];
  const [key, cert] = [await readFile(keyFile, "utf8"), await readFile(certFile, "utf8")];
  return { key, cert, keyFile, certFile };
}

/**
 * Ends the process with code 0 at SIGTERM, then prints the readiness line: in this order, so that
 * who has read the line can stop the server.
 */
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
