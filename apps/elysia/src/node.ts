import type { Listenable, Listening } from "@deadheat/adapter";
import { node } from "@elysiajs/node";
import { createApp } from "./app.ts";

/** What Elysia's Node adapter really hands to `listen`'s callback: srvx's server, not Bun's. */
interface NodeServer {
  readonly raw: {
    readonly url: string;
    ready(): Promise<unknown>;
    close(closeActiveConnections: boolean): Promise<void>;
  };
}

export const listenable: Listenable = {
  kind: "self",
  listen: (address) =>
    new Promise<Listening>((resolve, reject) => {
      // The adapter's default `reusePort` would let two servers share a taken port without an error.
      createApp({ adapter: node() }).listen({ ...address, reusePort: false }, (server) => {
        const { raw } = server as unknown as NodeServer;
        const listening = () => ({
          port: Number(new URL(raw.url).port),
          close: () => raw.close(true),
        });
        raw.ready().then(() => resolve(listening()), reject);
      });
    }),
};
