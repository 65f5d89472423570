import type { Http2Server } from "node:http2";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Address, Listening, NodeHandler } from "./types.ts";

/** Serves a node:http handler; HTTP/2 uses the compatibility API of node:http2. Rejects if it cannot listen. */
export async function listenNode(handler: NodeHandler, address: Address): Promise<Listening> {
  const server = await serverOf(handler, address);
  const closeConnections = connectionsOf(server);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.port, address.hostname, () => {
      const { port } = server.address() as AddressInfo;
      const close = () =>
        new Promise<void>((closed) => {
          server.close(() => closed());
          closeConnections();
        });
      resolve({ port, close });
    });
  });
}

/** Creates the server. Each module is loaded only if needed: with node:http in the process, Bun.serve is 1 % slower. */
async function serverOf(
  handler: NodeHandler,
  { protocol, tls }: Address,
): Promise<Server | Http2Server> {
  if (protocol === "http") return (await import("node:http")).createServer(handler);
  const secure = { key: tls?.key, cert: tls?.cert, minVersion: "TLSv1.3" } as const;
  if (protocol === "tls") return (await import("node:https")).createServer(secure, handler);
  const http2 = await import("node:http2");
  // The compatibility API gives a handler of this kind all that it needs of node:http.
  const compatible = handler as unknown as Parameters<typeof http2.createServer>[0] & object;
  return protocol === "h2c"
    ? http2.createServer(compatible as never)
    : http2.createSecureServer(secure, compatible as never);
}

/** Returns a function that ends open connections. The server of HTTP/2 has none, so its sessions are tracked. */
function connectionsOf(server: Server | Http2Server): () => void {
  if ("closeAllConnections" in server) return () => server.closeAllConnections();
  const sessions = new Set<{ destroy: () => void }>();
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  return () => {
    for (const session of sessions) session.destroy();
  };
}
