import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH } from "@deadheat/handlers";
import { staticPlugin } from "@elysiajs/static";
import type { AnyElysia } from "elysia";

/** The plugin keeps files and ETags from the first read unless `alwaysStatic` (on in production) and ETags are off. */
const files = await staticPlugin({
  assets: assetsFolder(),
  prefix: ASSETS_PATH,
  alwaysStatic: false,
  etag: false,
  // On Node and Deno the plugin sets no type.
  headers: { "content-type": "text/css" },
});

export function serve(app: AnyElysia): AnyElysia {
  return app.use(files);
}
