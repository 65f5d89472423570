import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH } from "@deadheat/handlers";
import type { Hono } from "hono";
import { etag } from "hono/etag";
import { serveStatic } from "#serve-static";

/** `serveStatic` itself never responds 304. `etag` does, with a hash of the content. */
export function serve(app: Hono): void {
  app.use(
    `${ASSETS_PATH}/*`,
    etag(),
    serveStatic({
      root: assetsFolder(),
      rewriteRequestPath: (path) => path.slice(ASSETS_PATH.length),
    }),
  );
}
