import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { attempt } from "@deadheat/journal";
import { preloaded, type Entrant } from "@deadheat/measure";

const offset = v.pipe(v.number(), v.integer(), v.minValue(0));
const scriptsSchema = v.nullable(
  v.array(
    v.object({
      id: v.string(),
      url: v.string(),
      source: v.nullable(v.string()),
      ran: v.array(v.tuple([offset, offset])),
    }),
  ),
);
/** A script, and the ranges of the functions in it that ran. The source comes with its first report. */
export type RanScript = NonNullable<v.InferOutput<typeof scriptsSchema>>[number];

/** The functions that ran since the last look, by process; null if they are unknown. */
export type Ran = readonly (readonly RanScript[])[] | null;

export interface Coverage {
  /** Returns the entrant with the module that reports what its processes run. */
  readonly watched: (entrant: Entrant) => Entrant;
  /** Returns what all processes of the server ran since the last call. */
  readonly take: () => Promise<Ran>;
  readonly close: () => void;
}

const LARGEST_REPORT = 2 ** 27;
const MOST_PROCESSES = 100;
const ANSWER_WITHIN_MS = 5000;

/** Opens a socket for the processes of one server. @param folder a folder of this run */
export async function openCoverage(folder: string, name: string): Promise<Coverage> {
  const path = join(folder, name);
  const module = fileURLToPath(new URL("./coverage.cjs", import.meta.url));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  server.maxConnections = MOST_PROCESSES;
  server.listen(path);
  await once(server, "listening");
  return {
    watched: (entrant) => preloaded(entrant, module, { DEADHEAT_COVERAGE: path }),
    take: async () => {
      const reports = await Promise.all([...sockets].map(reportOf));
      const known = reports.flatMap((one) => (one === null ? [] : [one]));
      return known.length === 0 || known.length < reports.length ? null : known;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Returns the report of a process; null if it gives none in time, or one that makes no sense. */
async function reportOf(socket: Socket): Promise<readonly RanScript[] | null> {
  const line = await new Promise<string | null>((resolve) => {
    let text = "";
    const done = (found: string | null) => {
      clearTimeout(timer);
      socket.off("data", read).off("close", gone);
      resolve(found);
    };
    const gone = () => done(null);
    const timer = setTimeout(gone, ANSWER_WITHIN_MS);
    const read = (chunk: Buffer | string) => {
      text += chunk.toString();
      if (text.length > LARGEST_REPORT) socket.destroy();
      else if (text.endsWith("\n")) done(text);
    };
    socket.setEncoding("utf8").on("data", read).on("close", gone);
    socket.write("take\n");
  });
  const found = v.safeParse(scriptsSchema, line === null ? null : attempt(() => JSON.parse(line)));
  return found.success ? found.output : null;
}
