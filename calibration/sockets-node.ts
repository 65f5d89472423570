import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import type { Address, Listening } from "@deadheat/adapter";

/** Writes `answer` for every incoming chunk. */
export async function answerEveryChunk(answer: Uint8Array, address: Address): Promise<Listening> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("data", () => void socket.write(answer));
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(address.port, address.hostname);
  await once(server, "listening");
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, close };
}
