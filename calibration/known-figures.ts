import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "@deadheat/adapter";

/** The amounts that a server needs more than the same server without them. */
interface More {
  readonly memoryBytes?: number;
  readonly startSeconds?: number;
}

/** Memory is taken after the first response could be given, so that it does not delay the start. */
const MEMORY_AFTER_SECONDS = 0.03;

/** The memory that a server keeps, so that no collector takes it. */
const kept: Uint8Array[] = [];

/** Starts a server that needs a known amount more of one figure. */
export async function serveWith({ memoryBytes = 0, startSeconds = 0 }: More) {
  if (startSeconds > 0) await sleep(1000 * startSeconds);
  await listen({
    kind: "node",
    handler: (_request, response) => {
      response.setHeader("content-type", "text/plain");
      response.end("Hello World!");
    },
  });
  // A byte that is not zero, so that the pages exist.
  if (memoryBytes > 0) {
    setTimeout(() => kept.push(new Uint8Array(memoryBytes).fill(1)), 1000 * MEMORY_AFTER_SECONDS);
  }
}
