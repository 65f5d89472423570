import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH } from "@deadheat/handlers";
import restify, { type Server } from "restify";

export function serve(server: Server): void {
  server.get(`${ASSETS_PATH}/*`, restify.plugins.serveStaticFiles(assetsFolder()));
}
