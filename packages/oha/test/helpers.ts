import { readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";

/** Returns a folder that is removed after the test. */
export async function temporaryDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "deadheat-oha-test-"));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return directory;
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

/** Starts an HTTP server on a free port of 127.0.0.1 until the test ends; returns its URL without a path. */
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

async function listen(t: TestContext, server: Server | net.Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  t.after(async () => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns a URL of 127.0.0.1 on which nothing listens. */
export async function closedPort(): Promise<string> {
  const server = net.createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
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
