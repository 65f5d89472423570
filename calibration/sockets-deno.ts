import type { Address, Listening } from "@deadheat/adapter";

interface Connection {
  read(buffer: Uint8Array): Promise<number | null>;
  write(bytes: Uint8Array): Promise<number>;
  close(): void;
}

/** The part of Deno that this file uses. Deno's own types clash with those of Node and Bun. */
declare const Deno: {
  listen(at: Address): AsyncIterable<Connection> & {
    readonly addr: { readonly port: number };
    close(): void;
  };
};

/** Writes `answer` for every incoming chunk. */
export function answerEveryChunk(answer: Uint8Array, address: Address): Listening {
  const listener = Deno.listen(address);
  void (async () => {
    for await (const connection of listener) void serve(connection, answer);
  })();
  return { port: listener.addr.port, close: () => listener.close() };
}

async function serve(connection: Connection, answer: Uint8Array): Promise<void> {
  const buffer = new Uint8Array(4096);
  try {
    while ((await connection.read(buffer)) !== null) await connection.write(answer);
  } catch {
    // The client has disconnected.
  }
  connection.close();
}
