import * as v from "valibot";
import { attempt, readRegular, UsageError } from "@deadheat/journal";
import { METHODS } from "../config/request.ts";
import { nameOf, type Candidate, type Candidates, type LeftOut } from "./candidate.ts";

const pairs = v.array(v.object({ name: v.string(), value: v.string() }));
const harSchema = v.object({
  log: v.object({
    entries: v.array(
      v.object({
        request: v.object({
          method: v.string(),
          url: v.string(),
          headers: v.optional(pairs, []),
          cookies: v.optional(v.array(v.unknown()), []),
          postData: v.optional(
            v.nullable(
              v.object({ mimeType: v.optional(v.string()), text: v.optional(v.string()) }),
            ),
          ),
        }),
        response: v.optional(
          v.object({
            status: v.optional(v.number()),
            content: v.optional(v.object({ mimeType: v.optional(v.string()) })),
          }),
        ),
      }),
    ),
  }),
});
type Entry = v.InferOutput<typeof harSchema>["log"]["entries"][number];

const LARGEST_HAR = 200_000_000;
/**
 * The header fields that a handler may read. Those of the connection and of the browser are left out, and so are those that ask
 * whether the browser's copy is still good: a response without a body shows nothing.
 */
const KEPT =
  /^(?:accept|accept-language|content-type|range|if-(?:match|range|unmodified-since)|x-requested-with|x-[\w-]*version)$/;
const SECRET =
  /passw|secret|token|api[-_]?key|signature|session|credential|^(?:key|sig|code|auth)$/i;

/**
 * Returns the requests of a recorded session to the host that the session began with. Secrets are not copied: cookies,
 * authorization, and requests whose query or body names one.
 * @throws UsageError if the file is no HAR
 */
export function fromHar(file: string): Candidates {
  const text = readRegular(file, LARGEST_HAR);
  const read = v.safeParse(
    harSchema,
    text && attempt(() => JSON.parse(String(text).replace(/^\uFEFF/, ""))),
  );
  if (!read.success) {
    throw new UsageError(
      `--har: ${JSON.stringify(file)} is no HAR: save it in the browser's network panel, "Save all as HAR"`,
    );
  }
  const { entries } = read.output.log;
  const urls = entries.map(({ request }) => attempt(() => new URL(request.url)));
  const page = entries.findIndex(({ response }) =>
    response?.content?.mimeType?.startsWith("text/html"),
  );
  const host = urls[Math.max(0, page)]?.host ?? "";
  const found = new Map<string, Candidate>();
  const left = new Map<string, LeftOut>();
  let secrets = 0;
  for (const [i, { request, response }] of entries.entries()) {
    const url = urls[i] ?? null;
    if (url === null || !/^https?:$/.test(url.protocol)) continue;
    const leave = (name: string, why: string) => left.set(`${name} ${why}`, { request: name, why });
    if (url.host !== host) {
      leave(url.host, "another host");
      continue;
    }
    const path = url.pathname + url.search;
    const name = nameOf({ method: request.method, path: url.pathname });
    const why = whyNot(request, url, response?.status ?? 200);
    if (why !== null) {
      leave(name, why);
      continue;
    }
    if (
      request.cookies.length > 0 ||
      request.headers.some(({ name: field }) => /^(?:cookie|authorization)$/i.test(field))
    )
      secrets++;
    const headers = Object.fromEntries(
      request.headers.flatMap(({ name: field, value }) =>
        KEPT.test(field.toLowerCase()) ? [[field.toLowerCase(), value]] : [],
      ),
    );
    const body = request.postData?.text;
    const key = JSON.stringify([request.method, path, body]);
    const count = (found.get(key)?.count ?? 0) + 1;
    found.set(key, {
      method: request.method,
      path,
      headers,
      ...(body !== undefined && { body }),
      count,
    });
  }
  if (secrets > 0) {
    left.set("secrets", {
      request: `the cookies or authorization of ${secrets} requests`,
      why: "secrets are never copied: use login, or an environment variable",
    });
  }
  return { found: [...found.values()], left: [...left.values()] };
}

/** Returns why a request is left out; null if it is not. */
function whyNot({ method, postData }: Entry["request"], url: URL, status: number): string | null {
  if (!METHODS.some((one) => one === method)) return `deadheat sends no ${method}`;
  // A browser that has the response already gets 304. Without a copy it would have got the response.
  if (status !== 304 && (status < 200 || status > 299))
    return status === 0 ? "it got no response" : `it got status ${status}`;
  if ([...url.searchParams.keys()].some((name) => SECRET.test(name)))
    return "its query has a secret";
  if (postData?.text === undefined) return postData ? "its body was not recorded" : null;
  if (postData.mimeType?.startsWith("multipart/"))
    return `its body is ${postData.mimeType?.split(";")[0]}`;
  return SECRET.test(postData.text) ? "its body has a secret" : null;
}
