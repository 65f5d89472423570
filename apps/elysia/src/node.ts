import type { Listenable, Listening } from "@deadheat/adapter";
import { node } from "@elysiajs/node";
import type { AnyElysia, ElysiaConfig } from "elysia";

/** The server that Elysia's Node adapter passes to `listen`'s callback: srvx's, not Bun's. */
interface NodeServer {
  readonly raw: {
    readonly url: string;
    ready(): Promise<unknown>;
    close(closeActiveConnections: boolean): Promise<void>;
  };
}

export function listenable(create: (config: ElysiaConfig<"">) => AnyElysia): Listenable {
  return {
    kind: "self",
    listen: ({ hostname, port, tls }) =>
      new Promise<Listening>((resolve, reject) => {
        const secure = tls && { tls: { key: tls.key, cert: tls.cert } };
        // The adapter's default `reusePort` would let two servers share a port without an error.
        const options = { hostname, port, reusePort: false, ...secure };
        create({ adapter: node() }).listen(options, (server) => {
          const { raw } = server as unknown as NodeServer;
          const listening = () => ({
            port: Number(new URL(raw.url).port),
            close: () => raw.close(true),
          });
          raw.ready().then(() => resolve(listening()), reject);
        });
      }),
  };
}
