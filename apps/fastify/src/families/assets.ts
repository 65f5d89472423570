import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH } from "@deadheat/handlers";
import files from "@fastify/static";
import type { FastifyInstance } from "fastify";

export function serve(server: FastifyInstance): void {
  server.register(files, { root: assetsFolder(), prefix: ASSETS_PATH });
}
