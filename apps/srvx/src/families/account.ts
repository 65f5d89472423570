import { BEARER, BODY_LIMIT_BYTES, notes, notFound, ORIGIN, profile } from "@deadheat/handlers";
import { limitRequestBody } from "srvx/body-limit";
import { text } from "../text.ts";
import type { Family } from "./family.ts";

/** Written by hand, except for the limit of bodies. */
export const family: Family = (request, { pathname }) => {
  if (!pathname.startsWith("/account/")) return null;
  return request.headers.get("authorization") === `Bearer ${BEARER}`
    ? answer(request, pathname).then((response) => withFields(response, request))
    : withFields(unauthorized(), request);
};

async function answer(request: Request, pathname: string): Promise<Response> {
  if (request.method === "GET" && pathname === profile.pattern) {
    return Response.json(profile.handle());
  }
  if (request.method === "POST" && pathname === notes.pattern) {
    try {
      const body = await limitRequestBody(request, BODY_LIMIT_BYTES).json();
      return Response.json(notes.handle(body));
    } catch (error) {
      if ((error as { status?: number }).status !== 413) throw error;
      return text("Content Too Large", 413);
    }
  }
  return text(notFound.handle(), 404);
}

function unauthorized(): Response {
  const response = text("Unauthorized", 401);
  response.headers.set("www-authenticate", "Bearer");
  return response;
}

function withFields(response: Response, request: Request): Response {
  const { headers } = response;
  headers.set("x-request-id", crypto.randomUUID());
  headers.set("x-content-type-options", "nosniff");
  headers.set("x-frame-options", "SAMEORIGIN");
  headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
  headers.set("referrer-policy", "no-referrer");
  headers.set("vary", "Origin");
  if (request.headers.get("origin") === ORIGIN) headers.set("access-control-allow-origin", ORIGIN);
  return response;
}
