import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "@deadheat/adapter";

/** The amounts that a server needs more than the same server without them. */
interface More {
  readonly memoryBytes?: number;
  readonly startSeconds?: number;
  readonly tailSeconds?: number;
}

/** One response in so many is late, so that the 99th percentile is. */
const LATE = 80;
/** The mean delay of late responses, and the delay of four in five of them without an injection. */
const MEAN_SECONDS = 0.05;
const USUAL_SECONDS = 0.04;

/**
 * Returns the delay of a late response. Every fifth one makes up for what the others wait more, so that as many responses
 * wait at any time with an injection as without one: fewer active connections cost more CPU for each response. Without an
 * injection responses wait as well, because those that survive two collections (15 ms each on a fast machine) need memory.
 */
function delayOf(late: number, tailSeconds: number): number {
  const usual = USUAL_SECONDS + tailSeconds;
  return late % 5 === 0 ? 5 * MEAN_SECONDS - 4 * usual : usual;
}

/** Memory is taken after the first response could be given, so that it does not delay the start. */
const MEMORY_AFTER_SECONDS = 0.03;

/** The memory that a server keeps, so that no collector takes it. */
const kept: Uint8Array[] = [];

/** Starts a server that needs a known amount more of one figure. */
export async function serveWith({ memoryBytes = 0, startSeconds = 0, tailSeconds = 0 }: More) {
  if (startSeconds > 0) await sleep(1000 * startSeconds);
  let responses = 0;
  await listen({
    kind: "node",
    handler: (_request, response) => {
      responses++;
      response.setHeader("content-type", "text/plain");
      const end = () => response.end("Hello World!");
      const late = responses / LATE;
      if (Number.isInteger(late)) setTimeout(end, 1000 * delayOf(late, tailSeconds));
      else end();
    },
  });
  // A byte that is not zero, so that the pages exist.
  if (memoryBytes > 0) {
    setTimeout(() => kept.push(new Uint8Array(memoryBytes).fill(1)), 1000 * MEMORY_AFTER_SECONDS);
  }
}
