import { BEARER, BODY_LIMIT_BYTES, notes, ORIGIN, profile } from "@deadheat/handlers";
import { text, type RoutedRequest, type Routes } from "../respond.ts";

/** Written by hand, because Bun has no middleware for a part of a server. */
export function routes(): Routes {
  return {
    [profile.pattern]: { GET: guarded(() => Response.json(profile.handle())) },
    [notes.pattern]: {
      POST: guarded(async (request) => {
        const body = await limited(request);
        return body === null
          ? text("Content Too Large", 413)
          : Response.json(notes.handle(JSON.parse(body)));
      }),
    },
    "/account/*": guarded(() => text("Not Found", 404)),
  };
}

type Handler = (request: RoutedRequest) => Response | Promise<Response>;

/** Checks the bearer first, and sets the header fields last. */
function guarded(handler: Handler): Handler {
  return async (request) => {
    const allowed = request.headers.get("authorization") === `Bearer ${BEARER}`;
    const response = allowed ? await handler(request) : unauthorized();
    const { headers } = response;
    headers.set("x-request-id", crypto.randomUUID());
    headers.set("x-content-type-options", "nosniff");
    headers.set("x-frame-options", "SAMEORIGIN");
    headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
    headers.set("referrer-policy", "no-referrer");
    headers.set("vary", "Origin");
    if (request.headers.get("origin") === ORIGIN) {
      headers.set("access-control-allow-origin", ORIGIN);
    }
    return response;
  };
}

function unauthorized(): Response {
  const response = text("Unauthorized", 401);
  response.headers.set("www-authenticate", "Bearer");
  return response;
}

/** Returns the body, or null if it is too long, with or without a declared length. */
async function limited(request: Request): Promise<string | null> {
  const length = request.headers.get("content-length");
  if (length !== null) return Number(length) > BODY_LIMIT_BYTES ? null : request.text();
  const decoder = new TextDecoder();
  let [body, bytes] = ["", 0];
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > BODY_LIMIT_BYTES) return null;
    body += decoder.decode(chunk, { stream: true });
  }
  return body + decoder.decode();
}
