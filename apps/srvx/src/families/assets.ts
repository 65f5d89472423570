import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH, notFound } from "@deadheat/handlers";
import { staticMiddleware } from "srvx/static";
import { text } from "../text.ts";
import type { Family } from "./family.ts";

const files = staticMiddleware({ dir: assetsFolder() });

/** srvx serves a folder only at the root, so its middleware gets the path below ours. */
export const family: Family = ({ method, headers }, { href, pathname }) => {
  if (!pathname.startsWith(`${ASSETS_PATH}/`)) return null;
  const below = new URL(href);
  below.pathname = pathname.slice(ASSETS_PATH.length);
  const request = new Request(below, { method, headers });
  return files(request, () => text(notFound.handle(), 404)) as Promise<Response>;
};
