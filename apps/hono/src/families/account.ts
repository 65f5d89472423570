import { BEARER, BODY_LIMIT_BYTES, notes, ORIGIN, profile } from "@deadheat/handlers";
import type { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { requestId } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";

export function serve(app: Hono): void {
  app.use(
    "/account/*",
    requestId(),
    secureHeaders(),
    // The check of the bearer comes after it: a preflight has none.
    cors({ origin: ORIGIN }),
    bearerAuth({ token: BEARER }),
    bodyLimit({ maxSize: BODY_LIMIT_BYTES }),
  );
  app.get(profile.pattern, (c) => c.json(profile.handle()));
  app.post(notes.pattern, async (c) => c.json(notes.handle(await c.req.json())));
}
