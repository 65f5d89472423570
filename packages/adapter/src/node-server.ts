import type { AddressInfo } from "node:net";
import type { Address, Listening, NodeHandler } from "./types.ts";

/** Serves a node:http handler, on whichever runtime has node:http. Rejects when it cannot listen. */
export async function listenNode(handler: NodeHandler, address: Address): Promise<Listening> {
  // Loaded only where it is used: with node:http in the process, Bun.serve is 1 % slower.
  const { createServer } = await import("node:http");
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
