import { createServer, type AddressInfo, type Socket } from "node:net";
import { listen } from "@deadheat/adapter";

// The least that an HTTP client takes for an answer: nothing is parsed, every chunk that comes in is
// taken for one request. Its own CPU is not the limit; the generator's must be.
const answer = Buffer.from(
  "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 12\r\n\r\nHello World!",
);

await listen({
  kind: "self",
  listen: ({ hostname, port }) => {
    const sockets = new Set<Socket>();
    const server = createServer({ noDelay: true }, (socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      socket.on("error", () => socket.destroy());
      socket.on("data", () => socket.write(answer));
    });
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, hostname, () => {
        const close = () => {
          server.close();
          for (const socket of sockets) socket.destroy();
        };
        resolve({ port: (server.address() as AddressInfo).port, close });
      });
    });
  },
});
