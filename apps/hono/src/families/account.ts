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
  );
  app.get(profile.pattern, (c) => c.json(profile.handle()));
  // Where it is documented to stand: before a route that reads a body. Before a GET it would make Node's request whole.
  app.post(notes.pattern, bodyLimit({ maxSize: BODY_LIMIT_BYTES }), async (c) =>
    c.json(notes.handle(await c.req.json())),
  );
}
