import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import type { Address, Listenable, Listening } from "@deadheat/adapter";

/** Serves a minimal HTTP/1.1 server over raw sockets: keep-alive, pipelining and bodies, no framework. */
export function listenable(serve: (socket: Socket) => void): Listenable {
  return {
    kind: "self",
    listen: async (address) => {
      const sockets = new Set<Socket>();
      const server = await serverOf(address, (socket) => {
        sockets.add(socket);
        socket.once("close", () => sockets.delete(socket));
        serve(socket);
      });
      const close = () => {
        server.close();
        for (const socket of sockets) socket.destroy();
      };
      return new Promise<Listening>((resolve, reject) => {
        server.once("error", reject);
        server.listen(address.port, address.hostname, () => {
          resolve({ port: (server.address() as AddressInfo).port, close });
        });
      });
    },
  };
}

/** Creates the server. node:tls is loaded only if needed. */
async function serverOf({ tls }: Address, connected: (socket: Socket) => void): Promise<Server> {
  if (!tls) return createServer({ noDelay: true }, connected);
  const { key, cert } = tls;
  const secure = {
    key,
    cert,
    minVersion: "TLSv1.3",
    ALPNProtocols: ["http/1.1"],
    noDelay: true,
  } as const;
  const { createServer: createSecure } = await import("node:tls");
  return createSecure(secure, connected);
}
