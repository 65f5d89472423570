import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH } from "@deadheat/handlers";
import type { Routes } from "../respond.ts";

/** Serves by Bun's own route for a folder. */
export function routes(): Routes {
  return { [`${ASSETS_PATH}/*`]: { dir: assetsFolder() } };
}
