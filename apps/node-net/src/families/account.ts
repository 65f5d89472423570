import { randomUUID } from "node:crypto";
import { BEARER, BODY_LIMIT_BYTES, notes, notFound, ORIGIN, profile } from "@deadheat/handlers";
import type { Family } from "./family.ts";
import { fieldReader, headOf } from "./fields.ts";

/** The defaults of libraries for security headers, as far as they concern responses that are no pages. */
const SECURITY = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "SAMEORIGIN",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "referrer-policy": "no-referrer",
};

const PREFLIGHT = {
  "access-control-allow-methods": "GET,POST",
  "access-control-allow-headers": "authorization,content-type",
};

const originOf = fieldReader("origin");
const authorizationOf = fieldReader("authorization");
const wantedOf = fieldReader("access-control-request-method");

export const family: Family = (request) => {
  const { method, path, body, keepAlive } = request;
  if (!path.startsWith("/account/")) return null;
  const fields = {
    ...SECURITY,
    "x-request-id": randomUUID(),
    vary: "Origin",
    ...(originOf(request) === ORIGIN && { "access-control-allow-origin": ORIGIN }),
  };
  const answer = (status: number, value: unknown, more?: Readonly<Record<string, string>>) => {
    const text = JSON.stringify(value);
    const own = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    return headOf(status, { ...fields, ...more, ...own }, !keepAlive) + text;
  };
  if (method === "OPTIONS" && wantedOf(request) !== undefined) {
    return headOf(204, { ...fields, ...PREFLIGHT }, !keepAlive);
  }
  if (authorizationOf(request) !== `Bearer ${BEARER}`) {
    return answer(401, { error: "Unauthorized" }, { "www-authenticate": "Bearer" });
  }
  if (method === "GET" && path === profile.pattern) return answer(200, profile.handle());
  if (method !== "POST" || path !== notes.pattern) return answer(404, { error: notFound.handle() });
  if (body.length > BODY_LIMIT_BYTES) return answer(413, { error: "Content Too Large" });
  return answer(200, notes.handle(JSON.parse(body.toString())));
};
