import process from "node:process";
import { HOSTNAME, type Address, type Listening, type Readiness } from "./types.ts";

/**
 * The address asked for: 127.0.0.1 and the port in `PORT`, any free one without it.
 * @throws RangeError when `PORT` is no port.
 */
export function addressFromEnvironment(): Address {
  const text = process.env.PORT ?? "0";
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) {
    throw new RangeError(`PORT is ${JSON.stringify(text)}: give a number from 0 (any) to 65535`);
  }
  return { hostname: HOSTNAME, port };
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
