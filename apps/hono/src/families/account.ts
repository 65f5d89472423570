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
    // The bearer check comes after CORS, because a preflight has no bearer.
    cors({ origin: ORIGIN }),
    bearerAuth({ token: BEARER }),
  );
  app.get(profile.pattern, (c) => c.json(profile.handle()));
  // bodyLimit is documented before a route that reads a body. Before a GET, it would build Node's whole request.
  app.post(notes.pattern, bodyLimit({ maxSize: BODY_LIMIT_BYTES }), async (c) =>
    c.json(notes.handle(await c.req.json())),
  );
}
