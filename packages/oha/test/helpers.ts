import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { temporaryFolder } from "../../journal/test/scratch.ts";
import type { ClosedLoad, OpenLoad } from "../src/index.ts";

/** Returns a short load of `/hey` below a URL in a closed loop. */
export function closed(url: string, more: Partial<ClosedLoad> = {}): ClosedLoad {
  const usual = { connections: 4, seconds: 0.4, workerThreads: 1 };
  return { mode: "closed", url: `${url}/hey`, ...usual, ...more };
}

/** Returns a short load of `/hey` below a URL in an open loop. */
export function open(url: string, more: Partial<OpenLoad> = {}): OpenLoad {
  const usual = { connections: 8, requests: 200, ratePerSecond: 500, workerThreads: 1 };
  return { mode: "open", url: `${url}/hey`, ...usual, ...more };
}

/** Returns an environment with an empty home and a PATH with only the programs that a script needs. */
export function emptyEnvironment(t: TestContext) {
  const home = temporaryFolder(t);
  const xdg = { XDG_CACHE_HOME: join(home, "cache"), XDG_STATE_HOME: join(home, "state") };
  return { home, env: { HOME: home, ...xdg, PATH: "/usr/bin:/bin" } };
}

/** Writes an executable file, with its folders. */
export async function script(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
}

/** Writes a stand-in for oha that prints this version, and runs `rest` for any other argument. */
export function fakeOha(path: string, version: string, rest = "exit 0"): Promise<string> {
  return script(
    path,
    `#!/bin/sh\nif [ "$1" = --version ]; then echo "oha ${version}"; exit 0; fi\n${rest}\n`,
  );
}

/** Starts an HTTP server, as `listen` does. */
export function serve(t: TestContext, handler: RequestListener): Promise<string> {
  return listen(t, createServer(handler));
}

/** Starts a server for raw connections whose errors are expected; returns its URL. */
export function serveRaw(t: TestContext, onConnection: (socket: Socket) => void): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    t.after(() => socket.destroy());
    onConnection(socket);
  });
  return listen(t, server);
}

/** Starts a server on a free port of 127.0.0.1 until the test ends; returns its URL without a path. */
export async function listen(t: TestContext, server: Server | net.Server): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(async () => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns a URL of 127.0.0.1 on which nothing listens. */
export async function closedPort(): Promise<string> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return `http://127.0.0.1:${port}`;
}

/** Returns whether a process runs. A zombie counts as ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return (
      process.platform !== "linux" ||
      !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
    );
  } catch {
    return false;
  }
}
