import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
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

export const family: Family = ({ request, response, method, path }) => {
  if (!path.startsWith("/account/")) return false;
  const { origin, authorization } = request.headers;
  const fields = {
    ...SECURITY,
    "x-request-id": randomUUID(),
    vary: "Origin",
    ...(origin === ORIGIN && { "access-control-allow-origin": ORIGIN }),
  };
  const answer = (status: number, value: unknown, more?: Readonly<Record<string, string>>) => {
    const body = JSON.stringify(value);
    const [type, length] = ["application/json", Buffer.byteLength(body)];
    response.writeHead(status, {
      ...fields,
      ...more,
      "content-type": type,
      "content-length": length,
    });
    response.end(body);
  };
  if (method === "OPTIONS" && "access-control-request-method" in request.headers) {
    response.writeHead(204, { ...fields, ...PREFLIGHT }).end();
  } else if (authorization !== `Bearer ${BEARER}`) {
    answer(401, { error: "Unauthorized" }, { "www-authenticate": "Bearer" });
  } else if (method === "GET" && path === profile.pattern) {
    answer(200, profile.handle());
  } else if (method === "POST" && path === notes.pattern) {
    void answerNote(request, answer);
  } else {
    answer(404, { error: notFound.handle() });
  }
  return true;
};

async function answerNote(
  request: IncomingMessage,
  answer: (status: number, value: unknown) => void,
): Promise<void> {
  try {
    const body = await limitedBody(request);
    if (body === null) answer(413, { error: "Content Too Large" });
    else answer(200, notes.handle(JSON.parse(body)));
  } catch {
    answer(400, { error: "Bad Request" });
  }
}

/** Returns the whole body, or null if it is too long. A declared length is checked before reading. */
async function limitedBody(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers["content-length"] ?? 0) > BODY_LIMIT_BYTES) return null;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      // Later bytes are read and dropped, as node:http does with bodies that nobody reads.
      if (bytes > BODY_LIMIT_BYTES) resolve(null);
      else chunks.push(chunk);
    });
    request.once("end", () => resolve(Buffer.concat(chunks).toString()));
    request.once("error", reject);
  });
}
