import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { messageOf, runtimes } from "@deadheat/journal";
import { Interrupted } from "../errors.ts";
import type { Entrant } from "./entrant.ts";
import { departure } from "./answer.ts";
import { send } from "./exchange.ts";

/** A server could not be started, or is not the server that was asked for. */
export class LaunchError extends Error {
  override readonly name = "LaunchError";
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
export interface Answering {
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
  child: ChildProcess,
  limits: Limits,
): Promise<Answering> {
  child.stdout?.resume();
  let listened = 0;
  let rest = 0;
  let last = `nothing listens on 127.0.0.1:${port}. The server must listen on the port in its environment variable PORT`;
  try {
    await inTime(limits, async (given) => {
      while (!(await listens(port, given)))
        await sleep(LISTENS_POLL_MILLISECONDS, undefined, { signal: given });
      listened = performance.now();
      await settle(given);
      rest = performance.now() - listened;
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
    if (!(error instanceof LaunchError)) throw error;
    throw new LaunchError(`${error.message}: ${last}`);
  }
  return { listened, answered: performance.now() - rest };
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

async function listens(port: number, signal: AbortSignal): Promise<boolean> {
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
