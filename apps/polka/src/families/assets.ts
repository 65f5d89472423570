import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH } from "@deadheat/handlers";
import type { Polka } from "polka";
import serveStatic from "serve-static";

/** Not sirv, which polka's examples use too: it reads its folder only at the start. */
export function serve(server: Polka): void {
  server.use(ASSETS_PATH, serveStatic(assetsFolder()));
}
