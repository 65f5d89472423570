import type { Listenable } from "@deadheat/adapter";
import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import { bodyParser } from "@koa/bodyparser";
import { Router } from "@koa/router";
import Koa from "koa";
import { serveStore } from "./store.ts";

const store = await openStore();
const router = new Router();

router.get(hey.pattern, (ctx) => {
  ctx.body = hey.handle();
});
router.get(hell.pattern, (ctx) => {
  ctx.body = hell.handle();
});
if (store) serveStore(router, store);
else {
  router.get(hello.pattern, (ctx) => {
    ctx.body = hello.handle();
  });
}
router.get(about.pattern, (ctx) => {
  ctx.body = about.handle();
});
router.get(json.pattern, (ctx) => {
  ctx.body = json.handle();
});
router.get(users.pattern, (ctx) => {
  ctx.body = users.handle(ctx.params.id ?? "", ctx.query.name as string);
});
router.post(echo.pattern, bodyParser(), (ctx) => {
  ctx.body = echo.handle(ctx.request.body);
});

// Koa itself responds `Not Found` by default. `notFound` has the expected body.
const koa = new Koa().use(router.routes()).use((ctx) => {
  ctx.status = 404;
  ctx.body = notFound.handle();
});

export const app: Listenable = { kind: "node", handler: koa.callback() };
