import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { attempt } from "@deadheat/journal";
import { preloaded, writing, type Entrant } from "@deadheat/measure";

/** The processes of one server, each of which has loaded a module that answers questions in lines of JSON. */
export interface AskedProcesses {
  /** Returns the entrant whose processes answer. @param module the CommonJS file that makes the answers */
  readonly watched: (entrant: Entrant, module: string) => Entrant;
  /** Asks all processes. Returns the answers, of which nothing is checked yet; null for a process that gives none in time. */
  readonly ask: () => Promise<readonly unknown[]>;
  /** Returns whether a process that answered has ended. */
  readonly hasLost: () => boolean;
  readonly close: () => void;
}

const asked = fileURLToPath(new URL("./ask-processes.cjs", import.meta.url));

const LARGEST_ANSWER = 2 ** 27;
const MOST_PROCESSES = 100;
const ANSWER_WITHIN_MS = 10_000;

/** Opens a socket in a folder of this run, which nobody else can reach. */
export async function askProcesses(within: string, name: string): Promise<AskedProcesses> {
  // A folder for each server, so that it cannot reach the socket of the other one.
  const folder = join(within, name);
  mkdirSync(folder);
  const path = join(folder, "socket");
  const sockets = new Set<Socket>();
  let lost = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setEncoding("utf8");
    socket.on("error", () => {});
    socket.on("close", () => {
      sockets.delete(socket);
      lost++;
    });
  });
  server.maxConnections = MOST_PROCESSES;
  server.listen(path);
  await once(server, "listening");
  return {
    watched: (entrant, module) =>
      writing(preloaded(entrant, asked, { DEADHEAT_ANSWERS: module, DEADHEAT_ASKS: path }), folder),
    ask: () => Promise.all([...sockets].map(answerOf)),
    hasLost: () => lost > 0,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Returns the answer of a process; null if it is no JSON, or too long or late. */
async function answerOf(socket: Socket): Promise<unknown> {
  const line = await new Promise<string | null>((resolve) => {
    let text = "";
    const done = (found: string | null) => {
      clearTimeout(timer);
      socket.off("data", read).off("close", gone);
      resolve(found);
    };
    const gone = () => done(null);
    const timer = setTimeout(gone, ANSWER_WITHIN_MS);
    const read = (chunk: string) => {
      text += chunk;
      if (text.length > LARGEST_ANSWER) socket.destroy();
      else if (text.endsWith("\n")) done(text);
    };
    socket.on("data", read).on("close", gone);
    socket.write("?\n");
  });
  return line === null ? null : attempt(() => JSON.parse(line));
}
