import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH } from "@deadheat/handlers";
import { serveStatic, type H3 } from "h3";

/** Serves files as H3's guide shows. H3's `serveStatic` leaves reading to its caller, and sends Last-Modified. */
export function serve(h3: H3): void {
  const folder = assetsFolder();
  const fileOf = (id: string) => join(folder, id.slice(ASSETS_PATH.length));
  h3.use(`${ASSETS_PATH}/**`, (event) =>
    serveStatic(event, {
      getContents: (id) => readFile(fileOf(id)),
      getMeta: async (id) => {
        const stats = await stat(fileOf(id)).catch(() => undefined);
        return stats?.isFile() ? { size: stats.size, mtime: stats.mtimeMs } : undefined;
      },
    }),
  );
}
