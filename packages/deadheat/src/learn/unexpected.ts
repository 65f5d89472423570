import { UsageError } from "@deadheat/journal";
import { excerpt, fieldOf, type Answer, type Server } from "@deadheat/measure";
import type { ReadRequest } from "../config/read-requests.ts";
import { departureFrom } from "./expected.ts";
import { unsteady } from "./samples.ts";

/** @throws UsageError if the samples differ in status or media type, or are not what the user expects */
export function requireExpected(
  { name }: Pick<Server, "name">,
  asked: ReadRequest,
  responses: readonly Answer[],
): void {
  const where = `${name}: ${asked.name}`;
  const old = responses.find(({ httpVersion }) => httpVersion === "1.0");
  if (old !== undefined) {
    throw new UsageError(
      `${where} is answered with HTTP/1.0, which closes the connection after each response. A load keeps its connections ` +
        "open, so let the server answer with HTTP/1.1",
    );
  }
  const wrong = unsteady(asked, responses);
  if (wrong !== null) {
    throw new UsageError(
      `${where} returns a different response each time (${wrong}). Use --request to choose one that always returns the same`,
    );
  }
  for (const answer of responses) {
    const unexpected = departureFrom(asked, answer);
    if (unexpected !== null) throw new UsageError(`${where} returned ${unexpected}`);
  }
  const found = suspicious(asked, responses[0] as Answer);
  if (found === null) return;
  const { status } = responses[0] as Answer;
  throw new UsageError(
    `${where} ${found.what}. ${found.next} If you expect that, give the request expect: { status: ${status} } in deadheat.config`,
  );
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Returns what is wrong with a response if nobody expects it, and what to try next; null if it may be what is wanted. */
function suspicious(
  { request: { method, headers }, expect }: ReadRequest,
  { status, body, headers: fields }: Answer,
): { what: string; next: string } | null {
  if (expect.status !== null) return null;
  const other = 'Choose a request that works with --request "GET /path".';
  if (REDIRECTS.has(status)) {
    const to = fieldOf(fields, "location") ?? "nowhere";
    const next = /log-?in|sign-?in|auth|session/i.test(to)
      ? `Send a session with --header "cookie: ...", or choose a page that needs none with --request "GET /path".`
      : `Measure that page with --request "GET ${to.startsWith("/") ? to : "/path"}".`;
    return { what: `redirects to ${excerpt(to)}`, next };
  }
  if (status >= 400) {
    const words = body.trim() === "" ? "" : `: ${excerpt(body.trim())}`;
    const session = status === 401 || status === 403;
    const next =
      session && !("authorization" in headers)
        ? 'Send a login with --header "authorization: ...", or choose'
        : "Choose";
    return { what: `returned status ${status}${words}`, next: other.replace("Choose", next) };
  }
  // 201 to 204 are usual without a body.
  if (body !== "" || status !== 200 || method !== "GET" || expect.body !== null) return null;
  return { what: "returned status 200 with an empty body", next: other };
}
