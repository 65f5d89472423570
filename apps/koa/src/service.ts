import { listen } from "@deadheat/adapter";
import { chosenFamilies } from "@deadheat/adapter/families";
import { notFound } from "@deadheat/handlers";
import { Router } from "@koa/router";
import Koa from "koa";

const koa = new Koa();
const router = new Router();
for (const { serve } of await chosenFamilies({
  routes: () => import("./families/routes.ts"),
  items: () => import("./families/items.ts"),
  account: () => import("./families/account.ts"),
  "orders-standard": () => import("./families/orders-standard.ts"),
  assets: () => import("./families/assets.ts"),
  compressed: () => import("./families/compressed.ts"),
  events: () => import("./families/events.ts"),
  wait: () => import("./families/wait.ts"),
})) {
  serve(router, koa);
}
koa.use(router.routes()).use((ctx) => {
  ctx.status = 404;
  ctx.body = notFound.handle();
});

await listen({ kind: "node", handler: koa.callback() });
