import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH } from "@deadheat/handlers";
import express from "ultimate-express";
import type { App } from "../listenable.ts";

export function serve(app: App): void {
  app.use(ASSETS_PATH, express.static(assetsFolder()));
}
