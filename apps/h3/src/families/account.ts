import { BEARER, BODY_LIMIT_BYTES, notes, ORIGIN, profile } from "@deadheat/handlers";
import { bodyLimit, HTTPError, readBody, type H3, type Middleware } from "h3";
import { routeRules } from "h3/rules";

const ACCOUNT = "/account/**";

/** H3 has rules for header fields and CORS, but no list of security headers and no bearer check. */
const rules = routeRules({
  [ACCOUNT]: {
    cors: { origin: [ORIGIN] },
    headers: {
      "x-content-type-options": "nosniff",
      "x-frame-options": "SAMEORIGIN",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
      "referrer-policy": "no-referrer",
    },
  },
});

const requestId: Middleware = (event) => {
  event.res.headers.set("x-request-id", crypto.randomUUID());
};

const bearer: Middleware = (event) => {
  if (event.req.headers.get("authorization") !== `Bearer ${BEARER}`) {
    throw new HTTPError({ status: 401, headers: { "www-authenticate": "Bearer" } });
  }
};

export function serve(h3: H3): void {
  for (const middleware of [requestId, rules, bearer]) h3.use(ACCOUNT, middleware);
  h3.get(profile.pattern, () => profile.handle());
  h3.post(notes.pattern, async (event) => notes.handle(await readBody(event)), {
    middleware: [bodyLimit(BODY_LIMIT_BYTES)],
  });
}
