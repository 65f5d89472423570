import type { Address, Listenable } from "@deadheat/adapter";
import type { Type } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify";
import { NotFoundFilter } from "./not-found.ts";

/** A module, served by Nest on Fastify; `prepare` has the application before it is started. */
export function listenable(
  module: Type,
  prepare?: (nest: NestFastifyApplication) => Promise<void>,
): Listenable {
  return {
    kind: "self",
    listen: async (address) => {
      const nest = await NestFactory.create<NestFastifyApplication>(
        module,
        new FastifyAdapter(optionsFor(address)),
        // What it logs otherwise would stand before the readiness line.
        { logger: ["error"], forceCloseConnections: true },
      );
      await prepare?.(nest);
      nest.useGlobalFilters(new NotFoundFilter());
      await nest.listen(address.port, address.hostname);
      return { port: Number(new URL(await nest.getUrl()).port), close: () => nest.close() };
    },
  };
}

/** Over HTTP/1.1 without TLS: none. The types tell adapters apart by these, the application does not. */
function optionsFor({ protocol, tls }: Address): object {
  const second = (protocol === "h2" || protocol === "h2c") && { http2: true };
  const secure = tls && { https: { key: tls.key, cert: tls.cert } };
  return { ...second, ...secure };
}
