import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH } from "@deadheat/handlers";
import type { Polka } from "polka";
import serveStatic from "serve-static";

/** Not sirv, which polka's examples have too: it looks at its folder once, when it starts. */
export function serve(server: Polka): void {
  server.use(ASSETS_PATH, serveStatic(assetsFolder()));
}
