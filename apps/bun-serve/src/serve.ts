import type { Address, Listening } from "@deadheat/adapter";
import { notFound } from "@deadheat/handlers";
import { text, type Routes } from "./respond.ts";

/** The part of Bun that this file uses. Bun's own types clash with those of Node and Deno. */
declare const Bun: {
  serve(
    options: Pick<Address, "hostname" | "port"> & {
      routes: Routes;
      fetch: (request: Request) => Response;
      tls?: { key: string; cert: string };
      http2?: boolean;
    },
  ): { port: number; stop(closeActiveConnections: boolean): Promise<void> };
};

/** Serves by Bun's own server and router. */
export function serve(routes: Routes, { hostname, port, protocol, tls }: Address): Listening {
  const secure = tls && { tls: { key: tls.key, cert: tls.cert } };
  const second = (protocol === "h2" || protocol === "h2c") && { http2: true };
  const fetch = () => text(notFound.handle(), 404);
  const server = Bun.serve({ hostname, port, routes, fetch, ...secure, ...second });
  return { port: server.port, close: () => server.stop(true) };
}
