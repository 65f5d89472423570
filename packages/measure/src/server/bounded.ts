import type { Readable } from "node:stream";
import { Interrupted } from "@deadheat/journal";

// A server may send a byte a second, without end, or with a bomb. No exchange may take longer or more memory than this.

/** The time in which oha gives up a response too. */
const WHOLE_WITHIN_SECONDS = 10;
/** The most bytes of a body, as sent and decoded. */
export const LARGEST_BODY = 32 * 2 ** 20;

/**
 * Returns the response unless it takes too long or `signal` aborts.
 * @param end closes the connection
 * @throws Error, Interrupted
 */
export async function bounded<T>(
  answer: Promise<T>,
  signal: AbortSignal | undefined,
  end: () => void,
): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  const stop = (reason: Error) => {
    stopped.reject(reason);
    end();
  };
  // The loser of the race must not be an unhandled rejection.
  answer.catch(() => {});
  stopped.promise.catch(() => {});
  const interrupt = () => stop(new Interrupted());
  const late = setTimeout(
    () => stop(new Error(`no complete response within ${WHOLE_WITHIN_SECONDS} s`)),
    WHOLE_WITHIN_SECONDS * 1000,
  );
  signal?.addEventListener("abort", interrupt, { once: true });
  if (signal?.aborted) interrupt();
  try {
    return await Promise.race([answer, stopped.promise]);
  } finally {
    clearTimeout(late);
    signal?.removeEventListener("abort", interrupt);
  }
}

/** Returns the whole body. @throws Error if it has more than LARGEST_BODY bytes */
export async function readBody(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST_BODY) throw tooLarge("sends");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function tooLarge(how: "sends" | "unpacks to"): Error {
  return new Error(`${how} a body of more than ${LARGEST_BODY / 2 ** 20} MiB, which is not read`);
}
