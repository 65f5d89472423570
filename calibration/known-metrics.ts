import { listen } from "@deadheat/adapter";

/** Memory is taken after the first response could be given, so that it does not delay the start. */
const AFTER_SECONDS = 0.03;

/** The memory that a server keeps, so that no collector takes it. */
const kept: Uint8Array[] = [];

/** Starts a server that needs so many bytes more than the same server without them. */
export async function serveWith({ memoryBytes }: { readonly memoryBytes: number }) {
  await listen({
    kind: "node",
    handler: (_request, response) => {
      response.setHeader("content-type", "text/plain");
      response.end("Hello World!");
    },
  });
  // A byte that is not zero, so that the pages exist.
  setTimeout(() => kept.push(new Uint8Array(memoryBytes).fill(1)), 1000 * AFTER_SECONDS);
}
