import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "@deadheat/adapter";

/** The amounts that a server needs more than the same server without them. */
interface More {
  readonly memoryBytes?: number;
  readonly startSeconds?: number;
  readonly late?: Late;
}

/** One response in `every` waits for some seconds. */
interface Late {
  readonly every: number;
  readonly seconds: number;
}

/**
 * The late responses of a server without an injection, too few for its 99th percentile. As many responses wait at any time
 * as with one in 80 that waits for 10 ms: fewer active connections cost more CPU for each response (2.8 % in 8 blocks with
 * one in 40).
 */
const RARELY: Late = { every: 800, seconds: 0.1 };
/** Memory is taken after the first response could be given, so that it does not delay the start. */
const MEMORY_AFTER_SECONDS = 0.03;

/** The memory that a server keeps, so that no collector takes it. */
const kept: Uint8Array[] = [];

/** Starts a server that needs a known amount more of one figure. */
export async function serveWith({ memoryBytes = 0, startSeconds = 0, late = RARELY }: More) {
  if (startSeconds > 0) await sleep(1000 * startSeconds);
  let responses = 0;
  await listen({
    kind: "node",
    handler: (_request, response) => {
      responses++;
      response.setHeader("content-type", "text/plain");
      const end = () => response.end("Hello World!");
      if (responses % late.every === 0) setTimeout(end, 1000 * late.seconds);
      else end();
    },
  });
  // A byte that is not zero, so that the pages exist.
  if (memoryBytes > 0) {
    setTimeout(() => kept.push(new Uint8Array(memoryBytes).fill(1)), 1000 * MEMORY_AFTER_SECONDS);
  }
}
