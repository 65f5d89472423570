import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { amount, publishable } from "@deadheat/journal";
import type { Entrant } from "../server/entrant.ts";
import { preloaded } from "../server/preloaded.ts";

/** The path of the module that connects a server's processes. */
export const collectorModule = fileURLToPath(new URL("./collector.cjs", import.meta.url));

/** A private channel to the collectors in the processes of one server. */
export interface Collectors {
  /** Returns the server with the module that connects its processes to this channel. */
  readonly connecting: (entrant: Entrant) => Entrant;
  /**
   * Collects the garbage of every process, and returns the bytes that are still in use.
   * @throws CollectorError if no process is connected, or one does not collect
   */
  readonly live: () => Promise<number>;
  readonly close: () => void;
}

/** The processes of a server cannot be asked to collect their garbage. */
export class CollectorError extends Error {
  override readonly name = "CollectorError";
}

const messageSchema = v.variant("kind", [
  v.object({ kind: v.literal("hello"), pid: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  v.object({ kind: v.literal("live"), bytes: amount }),
  v.object({ kind: v.literal("failed"), message: v.string() }),
]);
type Message = v.InferOutput<typeof messageSchema>;

const LONGEST_MESSAGE = 10_000;
const MOST_CONNECTIONS = 1000;
const ANSWER_WITHIN_SECONDS = 20;

const NOT_CONNECTED =
  "no process of the server can be asked to collect its garbage, and memory that waits for a collector looks like " +
  "memory that stays. That needs Node 20, Bun 1.3 or Deno 2.6.8, or later, and a command that passes its environment on";

/** Opens a channel: a socket in a folder of this run. Nobody else can reach it, and no port is used. */
export async function openCollectors(folder: string, name: string): Promise<Collectors> {
  const path = join(folder, name);
  const connections = new Set<Connection>();
  const server = createServer((socket) => {
    const connection = connectionOf(socket);
    connections.add(connection);
    socket.on("close", () => connections.delete(connection));
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.listen(path);
  await once(server, "listening");
  return {
    connecting: (entrant) => preloaded(entrant, collectorModule, { DEADHEAT_MEMORY: path }),
    live: async () => {
      const greeted = [...connections].filter((one) => one.hasGreeted());
      if (greeted.length === 0) throw new CollectorError(NOT_CONNECTED);
      const live = await Promise.all(greeted.map((one) => one.live()));
      return live.reduce((sum, bytes) => sum + bytes, 0);
    },
    close: () => {
      server.close();
      for (const { end } of connections) end();
    },
  };
}

interface Connection {
  readonly hasGreeted: () => boolean;
  readonly live: () => Promise<number>;
  readonly end: () => void;
}

function connectionOf(socket: Socket): Connection {
  let greeted = false;
  let answered: (message: Message | Error) => void = () => {};
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    // The server may send anything.
    if (text.length + chunk.length > LONGEST_MESSAGE) return socket.destroy();
    const lines = (text + chunk).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      const message = messageIn(line);
      if (!(message instanceof Error) && message.kind === "hello") greeted = true;
      else answered(message);
    }
  });
  socket.on("error", () => {});
  socket.on("close", () => answered(new CollectorError("a process ended meanwhile")));
  const live = async () => {
    const late = new CollectorError(`a process did not collect in ${ANSWER_WITHIN_SECONDS} s`);
    const timer = setTimeout(() => answered(late), 1000 * ANSWER_WITHIN_SECONDS);
    const answer = await new Promise<Message | Error>((resolve) => {
      answered = resolve;
      if (socket.destroyed) resolve(new CollectorError("a process ended meanwhile"));
      else socket.write("collect\n");
    });
    clearTimeout(timer);
    if (answer instanceof Error) throw answer;
    if (answer.kind === "live") return answer.bytes;
    const why = answer.kind === "failed" ? publishable(answer.message) : answer.kind;
    throw new CollectorError(`a process could not collect its garbage: ${why}`);
  };
  return { hasGreeted: () => greeted, live, end: () => socket.destroy() };
}

function messageIn(line: string): Message | Error {
  try {
    return v.parse(messageSchema, JSON.parse(line));
  } catch {
    return new CollectorError("a process sent something else than its memory");
  }
}
