import type { Address, Listening } from "@deadheat/adapter";

/** The part of Bun that this file uses. Bun's own types clash with those of Node and Deno. */
declare const Bun: {
  listen(
    options: Address & {
      socket: { data: (socket: { write: (bytes: Uint8Array) => number }) => void };
    },
  ): { readonly port: number; stop: (closeActiveConnections: boolean) => void };
};

/** Writes `answer` for every incoming chunk. */
export function answerEveryChunk(answer: Uint8Array, address: Address): Listening {
  const data = (socket: { write: (bytes: Uint8Array) => number }) => void socket.write(answer);
  const server = Bun.listen({ ...address, socket: { data } });
  return { port: server.port, close: () => server.stop(true) };
}
