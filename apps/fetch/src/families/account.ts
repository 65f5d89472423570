import { BEARER, BODY_LIMIT_BYTES, notes, notFound, ORIGIN, profile } from "@deadheat/handlers";
import type { Family } from "./family.ts";

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

export const family: Family = ({ request, method, path }) => {
  if (!path.startsWith("/account/")) return null;
  const { headers: sent } = request;
  const headers = {
    ...SECURITY,
    "x-request-id": crypto.randomUUID(),
    vary: "Origin",
    ...(sent.get("origin") === ORIGIN && { "access-control-allow-origin": ORIGIN }),
  };
  if (method === "OPTIONS" && sent.has("access-control-request-method")) {
    return new Response(null, { status: 204, headers: { ...headers, ...PREFLIGHT } });
  }
  if (sent.get("authorization") !== `Bearer ${BEARER}`) {
    const refused = { ...headers, "www-authenticate": "Bearer" };
    return Response.json({ error: "Unauthorized" }, { status: 401, headers: refused });
  }
  if (method === "GET" && path === profile.pattern) {
    return Response.json(profile.handle(), { headers });
  }
  if (method === "POST" && path === notes.pattern) return answerNote(request, headers);
  return Response.json({ error: notFound.handle() }, { status: 404, headers });
};

async function answerNote(
  request: Request,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  try {
    const body = await limitedBody(request);
    return body === null
      ? Response.json({ error: "Content Too Large" }, { status: 413, headers })
      : Response.json(notes.handle(JSON.parse(body)), { headers });
  } catch {
    return Response.json({ error: "Bad Request" }, { status: 400, headers });
  }
}

/** Returns the whole body, or null if it is too long. A declared length is checked before reading. */
async function limitedBody(request: Request): Promise<string | null> {
  const declared = request.headers.get("content-length");
  if (declared !== null) return Number(declared) > BODY_LIMIT_BYTES ? null : request.text();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > BODY_LIMIT_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
