import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "@deadheat/adapter";

/** The amounts that a server needs more than the same server without them. */
interface More {
  readonly memoryBytes?: number;
  readonly startSeconds?: number;
  readonly tailSeconds?: number;
}

/** One response in so many is late, so that the 99th percentile is. */
const LATE = 40;
/** The delay of late responses without an injection. Both servers use timers, so that neither costs more CPU. */
const USUAL_SECONDS = 0.001;
/** Memory is taken after the first response could be given, so that it does not delay the start. */
const MEMORY_AFTER_SECONDS = 0.03;

/** The memory that a server keeps, so that no collector takes it. */
const kept: Uint8Array[] = [];

/** Starts a server that needs a known amount more of one figure. */
export async function serveWith({ memoryBytes = 0, startSeconds = 0, tailSeconds = 0 }: More) {
  if (startSeconds > 0) await sleep(1000 * startSeconds);
  let responses = 0;
  const late = 1000 * (USUAL_SECONDS + tailSeconds);
  await listen({
    kind: "node",
    handler: (_request, response) => {
      responses++;
      response.setHeader("content-type", "text/plain");
      if (responses % LATE === 0) setTimeout(() => response.end("Hello World!"), late);
      else response.end("Hello World!");
    },
  });
  // A byte that is not zero, so that the pages exist.
  if (memoryBytes > 0) {
    setTimeout(() => kept.push(new Uint8Array(memoryBytes).fill(1)), 1000 * MEMORY_AFTER_SECONDS);
  }
}
