import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH } from "@deadheat/handlers";
import { staticPlugin } from "@elysiajs/static";
import type { AnyElysia } from "elysia";

/**
 * By default the plugin keeps every file and ETag from the first read. To read changed files again, `alwaysStatic` (on
 * in production) and ETags must be off.
 */
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
