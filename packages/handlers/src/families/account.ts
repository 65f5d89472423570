import { fieldOf, get, postJson, type Exchange, type Fields, type Route } from "../route.ts";

/** The only bearer that may read the account. Every other one gets 401 (RFC 6750, 3.1). */
export const BEARER = "dh_7f3a9c51e2b84d06a1c7";

/** The only foreign origin that may read the responses (CORS). */
export const ORIGIN = "https://app.example";

/** The limit of a body. A longer one gets 413 (RFC 9110, 15.5.14). */
export const BODY_LIMIT_BYTES = 16 * 1024;

/**
 * An account behind a bearer check, CORS for one origin, security header fields, request ids and a limit for bodies.
 */
export const profile: Route<() => { name: string; plan: string; seats: number }> = {
  name: "profile",
  method: "GET",
  pattern: "/account/profile",
  handle: () => ({ name: "Ada Lovelace", plan: "team", seats: 12 }),
  exchanges: (token) => {
    const wrong = `dh_${token.padEnd(BEARER.length, "0").slice(0, BEARER.length - 3)}`;
    return [
      withFields(profileExchange(), credentials),
      refused("/account/profile", { origin: ORIGIN }),
      refused("/account/profile", { ...credentials, authorization: `Bearer ${wrong}` }),
      refused("/account/profile", { ...credentials, authorization: `Bearer ${BEARER}x` }),
      // Another scheme means no bearer, or a malformed request (RFC 6750, 3.1).
      refused("/account/profile", { ...credentials, authorization: `Basic ${BEARER}` }, [400]),
      {
        ...withFields(profileExchange(), { ...credentials, origin: `https://${token}.example` }),
        response: { ...profileExchange().response, problemOf: foreignProblem },
      },
      // A body of exactly the limit, and a body one byte longer.
      note(BODY_LIMIT_BYTES, token),
      // A server that rejects a body may close the connection, because nobody reads the rest (RFC 9110, 15.5.14).
      {
        ...note(BODY_LIMIT_BYTES + 1, token),
        response: any(413),
        traffic: { keepAlive: false },
      },
    ];
  },
};

/** A route that returns the length of a note. */
export const notes: Route<(body: unknown) => { length: number }> = {
  name: "notes",
  method: "POST",
  pattern: "/account/notes",
  handle: (body) => ({ length: (body as { text: string }).text.length }),
  exchanges: (token) => [note(100, token)],
};

const credentials = { authorization: `Bearer ${BEARER}`, origin: ORIGIN };

function profileExchange(): Exchange {
  const answer = JSON.stringify(profile.handle());
  const exchange = get("/account/profile", "application/json", answer);
  return { ...exchange, response: { ...exchange.response, problemOf: problemOf(answer) } };
}

/** Returns a note whose whole body has so many bytes. */
function note(bytes: number, token: string): Exchange {
  const bare = JSON.stringify({ text: "" }).length;
  const text = token.padEnd(bytes - bare, "x").slice(0, bytes - bare);
  const answer = JSON.stringify({ length: text.length });
  return withFields(postJson("/account/notes", JSON.stringify({ text }), answer), credentials);
}

function withFields(exchange: Exchange, fields: Readonly<Record<string, string>>): Exchange {
  const { request } = exchange;
  return { ...exchange, request: { ...request, headers: { ...request.headers, ...fields } } };
}

function refused(
  path: string,
  fields: Readonly<Record<string, string>>,
  orStatus: readonly number[] = [],
): Exchange {
  return { ...withFields(get(path, null, ""), fields), response: { ...any(401), orStatus } };
}

/** Returns a response with this status and any body that does not reveal the account. */
function any(status: number): Exchange["response"] {
  const problem = (body: string) => (body.includes("Lovelace") ? "reveals the account" : null);
  return { status, mediaType: null, body: "", problemOf: problem };
}

/** Header fields that every library of security headers sets. Floors set them by hand. */
const SECURITY = [
  ["x-content-type-options", /^nosniff$/i],
  ["x-frame-options", /^(sameorigin|deny)$/i],
  ["strict-transport-security", /max-age=\d+/],
  ["referrer-policy", /\w/],
] as const;

function problemOf(answer: string) {
  return (body: string, headers: Fields): string | null => {
    const allowed = fieldOf(headers, "access-control-allow-origin");
    if (allowed !== ORIGIN) return `access-control-allow-origin ${allowed ?? "absent"}`;
    return commonProblem(body, answer, headers);
  };
}

function foreignProblem(body: string, headers: Fields): string | null {
  const allowed = fieldOf(headers, "access-control-allow-origin");
  const open = allowed === "*" || allowed?.endsWith(".example");
  if (open && allowed !== ORIGIN) return `access-control-allow-origin ${allowed}: a foreign origin`;
  return commonProblem(body, JSON.stringify(profile.handle()), headers);
}

function commonProblem(body: string, answer: string, headers: Fields): string | null {
  if (body !== answer) return `not ${answer}`;
  const vary = headers.filter(([name]) => name.toLowerCase() === "vary").map(([, value]) => value);
  if (!/\borigin\b/i.test(vary.join())) return `vary ${vary.join() || "absent"}: no Origin`;
  for (const [name, pattern] of SECURITY) {
    const value = fieldOf(headers, name);
    if (value === undefined || !pattern.test(value)) return `${name} ${value ?? "absent"}`;
  }
  const id = fieldOf(headers, "x-request-id");
  return id === undefined || id.length < 4 ? `x-request-id ${id ?? "absent"}` : null;
}
