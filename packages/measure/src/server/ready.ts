import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import process from "node:process";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { messageOf, runtimes, Interrupted } from "@deadheat/journal";
import type { Entrant } from "./entrant.ts";
import { readCpu } from "../machine/cpu-time.ts";
import { portsOf } from "../machine/listeners.ts";
import { processTree } from "../machine/members.ts";
import { departure } from "./answer.ts";
import { send } from "./exchange.ts";

/** The facts about a failed start, for a message that says what to do. */
export interface FailedStart {
  /** The failure without the server's name and words: `exited with code 1`. */
  readonly how: string;
  /** The end of what the server printed; empty if it printed nothing. */
  readonly words: string;
  /** The ports that the server listens on instead of the one that it got (Linux). */
  readonly elsewhere: readonly number[];
}

/** A server could not be started, or is not the server that was asked for. */
export class LaunchError extends Error {
  override readonly name = "LaunchError";
  readonly start: FailedStart;
  constructor(message: string, start: Partial<FailedStart> = {}, options?: ErrorOptions) {
    super(message, options);
    this.start = { how: message, words: "", elsewhere: [], ...start };
  }
}

const readinessSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    deadheat: v.literal("ready"),
    port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
    pid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    runtime: v.picklist(runtimes),
    version: v.string(),
  }),
);

const READY_WITHIN_SECONDS = 20;
const POLL_MILLISECONDS = 20;
/** Short, since a server that listens is found this much too late. A runtime may start in 20 ms. */
const LISTENS_POLL_MILLISECONDS = 1;
/** The time after which a server that listens on other ports is not waited for. It may open its own port last. */
const ELSEWHERE_SECONDS = 5;

/** Returns the port of a server that prints its readiness. @throws LaunchError, Interrupted */
export async function announced(
  entrant: Entrant,
  child: ChildProcess,
  limits: Limits,
): Promise<number> {
  const line = await inTime(limits, (given) => firstLine(child.stdout as Readable, given));
  return checkReadiness(line, entrant).port;
}

/** @throws LaunchError if a line is not the readiness of this entrant */
export function checkReadiness(
  line: string,
  entrant: Pick<Entrant, "runtime">,
): v.InferOutput<typeof readinessSchema> {
  const checked = v.safeParse(readinessSchema, line);
  if (!checked.success) {
    throw new LaunchError(`printed ${JSON.stringify(line.slice(0, 200))} instead of its readiness`);
  }
  const { runtime } = checked.output;
  if (runtime === entrant.runtime) return checked.output;
  throw new LaunchError(`runs on ${runtime} instead of ${entrant.runtime}`);
}

const LONGEST_LINE = 10_000;

/** Returns the first line, or the start of one that does not end. Later output is dropped, so that it fills no pipe. */
function firstLine(output: Readable, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    let text = "";
    const isWhole = () => text.includes("\n") || text.length > LONGEST_LINE;
    output.setEncoding("utf8").on("data", (chunk: string) => {
      if (isWhole()) return;
      text += chunk;
      if (isWhole()) resolve(text.split("\n", 1)[0]?.trimEnd() ?? "");
    });
  });
}

/** The moments at which a server was ready and gave its first right response, without the rest between the two (`settle`). */
interface Answering {
  readonly listened: number;
  readonly answered: number;
}

/**
 * Waits until a server that knows nothing of deadheat listens on the given port and gives the right response. The
 * server rests between the two (see `settle`), as a server that announces itself does.
 * @returns the times by `performance.now()`, from which the rest is subtracted
 * @throws LaunchError, Interrupted
 */
export async function answering(
  port: number,
  { request, response, traffic }: NonNullable<Entrant["asks"]>,
  pid: number,
  limits: Limits,
): Promise<Answering> {
  let listened = 0;
  let rest = 0;
  let last = `nothing listens on 127.0.0.1:${port}. The server must listen on the port in its environment variable PORT`;
  try {
    await inTime(limits, async (given) => {
      const listensElsewhere = watchElsewhere(pid);
      while (!(await listens(port, given))) {
        listensElsewhere();
        await sleep(LISTENS_POLL_MILLISECONDS, undefined, { signal: given });
      }
      listened = performance.now();
      const before = await workOf(pid);
      await settle(given);
      // Work that a server puts off until it listens belongs to its startup.
      const worked = 1000 * workBetween(before, await workOf(pid));
      rest = Math.max(0, performance.now() - listened - worked);
      for (;;) {
        const asked = { request, ...(traffic && { traffic }) };
        const answer = await send(port, asked, false, given).catch((error: Error) => error);
        given.throwIfAborted();
        const wrong =
          answer instanceof Error
            ? messageOf(answer)
            : response
              ? departure({ ...asked, response }, answer)
              : answer.status >= 500
                ? `${request.method} ${request.path} gets a response with status ${answer.status}`
                : null;
        if (wrong === null) return;
        last = wrong;
        await sleep(POLL_MILLISECONDS, undefined, { signal: given });
      }
    });
  } catch (error) {
    if (!(error instanceof LaunchError) || error.start.elsewhere.length > 0) throw error;
    if (listened === 0) refuseElsewhere(portsOf(processTree(pid)));
    throw new LaunchError(`${error.message}: ${last}`);
  }
  return { listened, answered: performance.now() - rest };
}

/** The steps of the clocks that count ended threads and processes, of two of them. */
const COARSE_SECONDS = 0.02;

interface Worked {
  /** The seconds of all processes that the server ever had; null without a control group. */
  readonly group: number | null;
  /** The seconds of the living threads, and of all threads and children, to 10 ms each. */
  readonly living: number;
  readonly all: number;
}

/** Reads the CPU seconds that a server has used; 0 if they are not known. */
async function workOf(pid: number): Promise<Worked> {
  const reading = process.platform === "linux" ? await readCpu(pid).catch(() => null) : null;
  const clocks = [...(reading?.processes?.values() ?? [])];
  const threads = clocks.flatMap((clock) => [...clock.threads.values()]);
  const living = threads.reduce((sum, { run }) => sum + run, 0);
  return { group: reading?.group ?? null, living, all: reading?.total ?? 0 };
}

/** Returns the CPU seconds between two readings. The work of a thread that has ended counts if it was longer than its clock's steps. */
function workBetween(before: Worked, after: Worked): number {
  if (before.group !== null && after.group !== null) return after.group - before.group;
  const [living, all] = [after.living - before.living, after.all - before.all];
  return all > living + COARSE_SECONDS ? all : living;
}

/**
 * Returns a function to call while nothing listens on a server's own port. It looks at the server's sockets once a second.
 * @throws LaunchError from that function, if the server has listened on other ports for ELSEWHERE_SECONDS
 */
function watchElsewhere(pid: number): () => void {
  let next = performance.now() + 1000;
  let since = Infinity;
  return () => {
    const now = performance.now();
    if (now < next) return;
    next = now + 1000;
    const elsewhere = portsOf(processTree(pid));
    if (elsewhere.length === 0) since = Infinity;
    else since = Math.min(since, now);
    if (now - since >= ELSEWHERE_SECONDS * 1000) refuseElsewhere(elsewhere);
  };
}

function refuseElsewhere(elsewhere: readonly number[]): void {
  if (elsewhere.length === 0) return;
  const how = `listens on port ${elsewhere.join(" and ")}, not on the port in its environment variable PORT`;
  throw new LaunchError(how, { elsewhere });
}

const SETTLE_SECONDS = 0.1;

/**
 * Lets servers rest between their readiness and the first request, as a server in service has long done. For fastify on
 * Node this decides the result. If asked within 20 ms of its readiness line, the process serves a fifth more per
 * CPU-second for all its life (docs/findings.md, "The first request").
 */
export async function settle(signal: AbortSignal): Promise<void> {
  await sleep(SETTLE_SECONDS * 1000, undefined, { signal }).catch(() => {});
}

/** Returns a port of 127.0.0.1 that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Returns true if something listens on a port of 127.0.0.1. The signal ends the attempt. */
export async function listens(port: number, signal: AbortSignal): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect", { signal });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** The limits of a wait for a server. */
export interface Limits {
  /** Settles when the process has ended. */
  readonly exit: Promise<void>;
  readonly signal: AbortSignal | undefined;
  readonly seconds?: number | undefined;
}

/** Runs `work` until it takes too long, the process ends or `signal` aborts. */
async function inTime<T>(
  { exit, signal, seconds = READY_WITHIN_SECONDS }: Limits,
  work: (given: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const stop = (why: string) => ended.abort(new LaunchError(why));
  const late = `was not ready within ${seconds} s`;
  const silent = setTimeout(stop, seconds * 1000, late);
  void exit.then(() => stop("exited before it was ready"));
  const given = AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]);
  try {
    return await work(given);
  } catch (error) {
    if (signal?.aborted) throw new Interrupted();
    throw given.aborted ? given.reason : error;
  } finally {
    clearTimeout(silent);
    // A combined signal with listeners is kept until it aborts.
    ended.abort();
  }
}
