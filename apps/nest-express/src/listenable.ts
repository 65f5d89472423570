import type { Address, Listenable } from "@deadheat/adapter";
import type { NestApplicationOptions, Type } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import type { NestExpressApplication } from "@nestjs/platform-express";
import { NotFoundFilter } from "./not-found.ts";

/** Serves a module by Nest on Express. `prepare` runs before the application starts. */
export function listenable(
  module: Type,
  prepare?: (nest: NestExpressApplication) => void,
): Listenable {
  return {
    kind: "self",
    listen: async (address) => {
      const nest = await NestFactory.create<NestExpressApplication>(module, optionsFor(address));
      prepare?.(nest);
      nest.useGlobalFilters(new NotFoundFilter());
      await nest.listen(address.port, address.hostname);
      return { port: Number(new URL(await nest.getUrl()).port), close: () => nest.close() };
    },
  };
}

function optionsFor({ tls }: Address): NestApplicationOptions {
  return {
    // Other log lines would come before the readiness line.
    logger: ["error"],
    forceCloseConnections: true,
    ...(tls && { httpsOptions: { key: tls.key, cert: tls.cert } }),
  };
}
