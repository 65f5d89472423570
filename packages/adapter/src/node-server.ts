import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Address, Listening, NodeHandler } from "./types.ts";

/** Serves a node:http handler, on whichever runtime has node:http. Rejects when it cannot listen. */
export function listenNode(handler: NodeHandler, address: Address): Promise<Listening> {
  const server = createServer(handler);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.port, address.hostname, () => {
      const { port } = server.address() as AddressInfo;
      const close = () =>
        new Promise<void>((closed) => {
          server.close(() => closed());
          server.closeAllConnections();
        });
      resolve({ port, close });
    });
  });
}
