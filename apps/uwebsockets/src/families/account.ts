import { BEARER, BODY_LIMIT_BYTES, notes, ORIGIN, profile } from "@deadheat/handlers";
import type { HttpRequest, HttpResponse, TemplatedApp } from "uWebSockets.js";
import { readJson } from "../body.ts";
import { sendJson } from "../send.ts";

const fields = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "SAMEORIGIN",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "referrer-policy": "no-referrer",
  vary: "Origin",
};

/** Written by hand, because uWebSockets.js has no middleware. */
export function serve(server: TemplatedApp): void {
  server.get(profile.pattern, (res, req) => {
    const origin = req.getHeader("origin");
    if (!isKnown(req)) return refuse(res, origin);
    writeFields(res, origin);
    sendJson(res, profile.handle());
  });
  server.post(notes.pattern, (res, req) => {
    const origin = req.getHeader("origin");
    if (!isKnown(req)) return refuse(res, origin);
    readJson(res, BODY_LIMIT_BYTES, (body) => {
      writeFields(res, origin);
      sendJson(res, notes.handle(body));
    });
  });
  server.options("/account/*", (res, req) => {
    const origin = req.getHeader("origin");
    res.writeStatus("204 No Content");
    writeFields(res, origin);
    res.writeHeader("access-control-allow-methods", "GET,POST");
    res.writeHeader("access-control-allow-headers", "authorization,content-type");
    res.endWithoutBody();
  });
}

function isKnown(req: HttpRequest): boolean {
  return req.getHeader("authorization") === `Bearer ${BEARER}`;
}

function refuse(res: HttpResponse, origin: string): void {
  res.writeStatus("401 Unauthorized");
  writeFields(res, origin);
  res.writeHeader("www-authenticate", "Bearer").end();
}

function writeFields(res: HttpResponse, origin: string): void {
  for (const [name, value] of Object.entries(fields)) res.writeHeader(name, value);
  if (origin === ORIGIN) res.writeHeader("access-control-allow-origin", ORIGIN);
  res.writeHeader("x-request-id", crypto.randomUUID());
}
