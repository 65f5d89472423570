import { once } from "node:events";
import { get } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const WITHIN_SECONDS = 5;
/** The pause that makes two writes two packets. */
const PAUSE_MILLISECONDS = 5;

/** Sends the pieces one after the other. Returns all bytes until the server closes the connection. */
export async function exchangeRaw(
  port: number,
  ...pieces: readonly (string | Buffer)[]
): Promise<string> {
  const socket = connect(port, "127.0.0.1").setNoDelay(true);
  try {
    socket.setTimeout(WITHIN_SECONDS * 1000, () =>
      socket.destroy(new Error(`no end of the response within ${WITHIN_SECONDS} s`)),
    );
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    const closed = once(socket, "close");
    closed.catch(() => {});
    await once(socket, "connect");
    for (const piece of pieces) {
      if (socket.destroyed) break;
      socket.write(piece);
      await sleep(PAUSE_MILLISECONDS);
    }
    await closed;
    return Buffer.concat(chunks).toString("latin1");
  } finally {
    socket.destroy();
  }
}

/** Returns the number of pieces in which a body arrives, and the times of the first and the last one. */
export async function receive(
  port: number,
  path: string,
): Promise<{ pieces: number; seconds: { first: number; last: number } }> {
  const from = performance.now();
  const since = () => (performance.now() - from) / 1000;
  const request = get({ host: "127.0.0.1", port, path, agent: false });
  try {
    request.setTimeout(WITHIN_SECONDS * 1000, () =>
      request.destroy(new Error(`no response within ${WITHIN_SECONDS} s`)),
    );
    const [response] = (await once(request, "response")) as [NodeJS.ReadableStream];
    let pieces = 0;
    const seconds = { first: 0, last: 0 };
    for await (const _ of response) {
      if (pieces++ === 0) seconds.first = since();
      seconds.last = since();
    }
    return { pieces, seconds };
  } finally {
    request.destroy();
  }
}
