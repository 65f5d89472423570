import { BEARER, BODY_LIMIT_BYTES, ORIGIN, notes, profile } from "@deadheat/handlers";
import { bodyParser } from "@koa/bodyparser";
import cors from "@koa/cors";
import type { Router } from "@koa/router";
import Koa from "koa";
import helmet from "koa-helmet";
import mount from "koa-mount";

const guard = new Koa()
  .use(helmet())
  .use(cors({ origin: ORIGIN }))
  .use((ctx, next) => {
    ctx.set("X-Request-Id", crypto.randomUUID());
    return next();
  })
  .use((ctx, next) => {
    if (ctx.get("Authorization") !== `Bearer ${BEARER}`) ctx.throw(401);
    return next();
  });

export function serve(router: Router, koa: Koa): void {
  koa.use(mount("/account", guard));
  router.get(profile.pattern, (ctx) => {
    ctx.body = profile.handle();
  });
  router.post(notes.pattern, bodyParser({ jsonLimit: BODY_LIMIT_BYTES }), (ctx) => {
    ctx.body = notes.handle(ctx.request.body);
  });
}
