import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH } from "@deadheat/handlers";
import type { Router } from "@koa/router";
import Koa from "koa";
import conditional from "koa-conditional-get";
import mount from "koa-mount";
import serveFiles from "koa-static";

/** koa-static sends Last-Modified, and koa-conditional-get compares it with the request. */
export function serve(_: Router, koa: Koa): void {
  const assets = new Koa().use(conditional()).use(serveFiles(assetsFolder()));
  koa.use(mount(ASSETS_PATH, assets));
}
