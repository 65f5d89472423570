import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH } from "@deadheat/handlers";
import express, { type Express } from "express";

export function serve(app: Express): void {
  app.use(ASSETS_PATH, express.static(assetsFolder()));
}
