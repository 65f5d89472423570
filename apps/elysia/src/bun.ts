import type { Listenable } from "@deadheat/adapter";
import type { AnyElysia, ElysiaConfig } from "elysia";

/** Serves by Elysia's own server, which is Bun's and takes its options. */
export function listenable(create: (config?: ElysiaConfig<"">) => AnyElysia): Listenable {
  return {
    kind: "self",
    listen: async ({ hostname, port, protocol, tls }) => {
      const secure = tls && { tls: { key: tls.key, cert: tls.cert } };
      const second = (protocol === "h2" || protocol === "h2c") && { http2: true };
      const app = create().listen({ hostname, port, ...secure, ...second });
      return { port: app.server?.port ?? 0, close: () => app.stop(true) };
    },
  };
}
