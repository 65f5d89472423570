import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH, notFound } from "@deadheat/handlers";
import type { TemplatedApp } from "uWebSockets.js";
import { later } from "../later.ts";
import { send } from "../send.ts";

const types: Readonly<Record<string, string>> = { ".css": "text/css", ".js": "text/javascript" };

/** A name that cannot leave the folder: no slash, no escape, no dot in front. */
const NAME = /^\w[\w.-]*$/;

interface Asset {
  readonly etag: string;
  /** The content; null if the client's copy is current. */
  readonly content: Buffer | null;
}

/** Written by hand, because uWebSockets.js serves no files. Each request reads the file again. */
export function serve(server: TemplatedApp): void {
  const folder = assetsFolder();
  server.get(`${ASSETS_PATH}/:name`, (res, req) => {
    const name = req.getParameter("name") ?? "";
    later(res, assetOf(folder, name, req.getHeader("if-none-match")), (asset) => {
      if (asset === null) {
        res.writeStatus("404 Not Found");
        return send(res, "text/plain", notFound.handle());
      }
      const { etag, content } = asset;
      if (content === null) {
        res.writeStatus("304 Not Modified").writeHeader("etag", etag).endWithoutBody();
      } else {
        res.writeHeader("etag", etag);
        res.writeHeader("content-type", types[extname(name)] ?? "application/octet-stream");
        res.end(content);
      }
    });
  });
}

/** Returns the asset, or null if there is no such file. */
async function assetOf(folder: string, name: string, known: string): Promise<Asset | null> {
  if (!NAME.test(name)) return null;
  const path = join(folder, name);
  try {
    const { size, mtimeMs } = await stat(path);
    const etag = `W/"${size.toString(16)}-${mtimeMs.toString(16)}"`;
    return { etag, content: known === etag ? null : await readFile(path) };
  } catch {
    return null;
  }
}
