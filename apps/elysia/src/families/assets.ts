import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH } from "@deadheat/handlers";
import { staticPlugin } from "@elysiajs/static";
import type { AnyElysia } from "elysia";

/**
 * With its defaults the plugin keeps every file and ETag as they were first read. Files that change are read each
 * time, which it does without `alwaysStatic` (on in production) and ETags.
 */
const files = await staticPlugin({
  assets: assetsFolder(),
  prefix: ASSETS_PATH,
  alwaysStatic: false,
  etag: false,
  // On Node and Deno it names no type.
  headers: { "content-type": "text/css" },
});

export function serve(app: AnyElysia): AnyElysia {
  return app.use(files);
}
