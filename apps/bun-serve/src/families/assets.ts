import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH } from "@deadheat/handlers";
import type { Routes } from "../respond.ts";

/** Bun's own route of a folder. */
export function routes(): Routes {
  return { [`${ASSETS_PATH}/*`]: { dir: assetsFolder() } };
}
