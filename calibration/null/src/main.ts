import { listen } from "@deadheat/adapter";

/** What is used of Bun here; its own types clash with those of Node and Deno. */
declare const Bun: {
  listen(options: {
    hostname: string;
    port: number;
    socket: { data: (socket: { write: (bytes: Uint8Array) => number }) => void };
  }): { readonly port: number; stop: (closeActiveConnections: boolean) => void };
};

// The least that an HTTP client takes for an answer: nothing is parsed, every chunk that comes in is
// taken for one request. Its own CPU is not the limit; the generator's must be. On Bun, since sockets on
// Node cost as much as a request costs oha: in a slow minute both CPUs were full.
const answer = Buffer.from(
  "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 12\r\n\r\nHello World!",
);

await listen({
  kind: "self",
  listen: ({ hostname, port }) => {
    const data = (socket: { write: (bytes: Uint8Array) => number }) => void socket.write(answer);
    const server = Bun.listen({ hostname, port, socket: { data } });
    return { port: server.port, close: () => server.stop(true) };
  },
});
