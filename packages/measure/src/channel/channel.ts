import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import {
  amount,
  cpuProfileSchema,
  heapProfileSchema,
  publishable,
  type CpuProfile,
  type HeapProfile,
} from "@deadheat/journal";

/** The path of the module that a server loads first. Its functions are in the profiles too. */
export const profilerModule = fileURLToPath(new URL("./profiler.cjs", import.meta.url));

export interface ThreadProfile {
  readonly pid: number;
  readonly profile: CpuProfile;
  /** The seconds from the start of the process to our module, and of our module itself. */
  readonly began: { readonly boot: number; readonly own: number };
}

/** The objects that live after a collection. */
export interface Heap {
  /** The bytes in use, in and outside of the heaps. */
  readonly live: number;
  /** The profile of each thread, from its start. */
  readonly profiles: readonly HeapProfile[];
}

/** The private channel to the processes of one server, which have loaded `profilerModule`. */
export interface Channel {
  /** The path of the socket, for the environment of the server. */
  readonly path: string;
  /**
   * Starts the profilers.
   * @param interval the time between two samples, in microseconds
   * @throws ChannelError if no process is connected or a profiler does not start
   */
  readonly start: (interval: number) => Promise<void>;
  /** Stops the profilers and returns the profile of each thread. @throws ChannelError if a process has ended */
  readonly stop: () => Promise<ThreadProfile[]>;
  /**
   * Collects the garbage of every process, and returns the bytes that are still in use.
   * @throws ChannelError if no process is connected, or one does not collect
   */
  readonly live: () => Promise<number>;
  /**
   * Collects the garbage of every process as `live` does, and returns the sampled objects too. The processes must have
   * started with `sampled` ("heap").
   * @throws ChannelError
   */
  readonly heap: () => Promise<Heap>;
  readonly close: () => void;
}

/** A process of a server cannot be profiled, or cannot collect its garbage. */
export class ChannelError extends Error {
  override readonly name = "ChannelError";
}

const messageSchema = v.variant("kind", [
  v.object({ kind: v.literal("hello"), pid: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  v.object({ kind: v.literal("started") }),
  v.object({
    kind: v.literal("profile"),
    profile: cpuProfileSchema,
    began: v.object({ boot: amount, own: amount }),
  }),
  v.object({ kind: v.literal("heap"), profile: heapProfileSchema, bytes: amount }),
  v.object({ kind: v.literal("live"), bytes: amount }),
  v.object({ kind: v.literal("failed"), message: v.string() }),
]);
type Message = v.InferOutput<typeof messageSchema>;

const LONGEST_MESSAGE = 2 ** 28;
const MOST_CONNECTIONS = 1000;
const ANSWER_WITHIN_SECONDS = 20;

/** Opens a channel: a socket in a folder of this run. Nobody else can reach it, and no port is used. */
export async function openChannel(folder: string, name: string): Promise<Channel> {
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
  const connected = (verb: string): Connection[] => {
    const known = [...connections].filter(({ pid }) => pid() > 0);
    if (known.length > 0) return known;
    throw new ChannelError(
      `no process of the server can ${verb}. That needs Node 20, Bun 1.4 or Deno 2.6.8, or later, ` +
        "and a command that passes its environment on",
    );
  };
  let profiling: Connection[] = [];
  return {
    path,
    start: async (interval) => {
      profiling = connected("be profiled");
      await Promise.all(profiling.map(({ ask }) => ask(`start ${interval}`, "started")));
    },
    stop: () =>
      Promise.all(
        (profiling.length > 0 ? profiling : connected("be profiled")).map(async ({ pid, ask }) => {
          const { profile, began } = await ask("stop", "profile");
          return { pid: pid(), profile, began };
        }),
      ),
    live: async () => {
      const all = await Promise.all(
        connected("collect its garbage").map(({ ask }) => ask("collect", "live")),
      );
      return all.reduce((sum, { bytes }) => sum + bytes, 0);
    },
    heap: async () => {
      const all = await Promise.all(
        connected("sample its memory").map(({ ask }) => ask("heap", "heap")),
      );
      const live = all.reduce((sum, { bytes }) => sum + bytes, 0);
      return { live, profiles: all.map(({ profile }) => profile) };
    },
    close: () => {
      server.close();
      for (const { end } of connections) end();
    },
  };
}

interface Connection {
  /** Returns the id of the process; 0 until it has introduced itself. */
  readonly pid: () => number;
  readonly ask: <K extends Message["kind"]>(
    words: `start ${number}` | "stop" | "collect" | "heap",
    kind: K,
  ) => Promise<Extract<Message, { kind: K }>>;
  readonly end: () => void;
}

function connectionOf(socket: Socket): Connection {
  let pid = 0;
  let answered: (message: Message | Error) => void = () => {};
  readLines(socket, (line) => {
    const message = messageIn(line);
    if (message instanceof Error || message.kind !== "hello") return answered(message);
    pid = message.pid;
  });
  socket.on("error", () => {});
  const ended = () => answered(new ChannelError("a process ended before it answered"));
  socket.on("close", ended);
  const ask: Connection["ask"] = async (words, kind) => {
    const late = new ChannelError(
      `a process did not answer ${words} within ${ANSWER_WITHIN_SECONDS} s`,
    );
    const timer = setTimeout(() => answered(late), 1000 * ANSWER_WITHIN_SECONDS);
    const answer = await new Promise<Message | Error>((resolve) => {
      answered = resolve;
      if (socket.destroyed) ended();
      else socket.write(`${words}\n`);
    });
    clearTimeout(timer);
    if (answer instanceof Error) throw answer;
    if (answer.kind === kind) return answer as never;
    const why = answer.kind === "failed" ? publishable(answer.message) : answer.kind;
    throw new ChannelError(`a process could not ${words}: ${why}`);
  };
  return { pid: () => pid, ask, end: () => socket.destroy() };
}

/** Calls `take` with each line. The server may send anything, so a line that is too long ends the connection. */
function readLines(socket: Socket, take: (line: string) => void): void {
  let parts: string[] = [];
  let length = 0;
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    const [first = "", ...lines] = chunk.split("\n");
    parts.push(first);
    length += first.length;
    if (length > LONGEST_MESSAGE) socket.destroy();
    for (const line of lines) {
      take(parts.join(""));
      parts = [line];
      length = line.length;
    }
  });
}

function messageIn(line: string): Message | Error {
  try {
    return v.parse(messageSchema, JSON.parse(line));
  } catch {
    return new ChannelError("a process sent an unknown message");
  }
}
