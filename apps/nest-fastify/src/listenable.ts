import type { Address, Listenable } from "@deadheat/adapter";
import type { Type } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify";
import { NotFoundFilter } from "./not-found.ts";

/** Serves a module by Nest on Fastify. `prepare` runs before the application starts. */
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
        // Other log lines would come before the readiness line.
        { logger: ["error"], forceCloseConnections: true },
      );
      await prepare?.(nest);
      nest.useGlobalFilters(new NotFoundFilter());
      await nest.listen(address.port, address.hostname);
      return { port: Number(new URL(await nest.getUrl()).port), close: () => nest.close() };
    },
  };
}

/** Returns the options of a protocol; empty for plain HTTP/1.1. Only the types differ by these options. */
function optionsFor({ protocol, tls }: Address): object {
  const second = (protocol === "h2" || protocol === "h2c") && { http2: true };
  const secure = tls && { https: { key: tls.key, cert: tls.cert } };
  return { ...second, ...secure };
}
