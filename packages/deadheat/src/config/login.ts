import type { Login, LoginAnswer } from "@deadheat/measure";
import { isRecord } from "./fields.ts";

/**
 * Returns the function that finds the header fields of later requests in the response to a login.
 * @param save `set-cookie`, or the path of a token in the JSON of the response: `$.token`
 */
export function headersFrom(save: string): Login["headersFrom"] {
  return save === "set-cookie" ? cookieOf : (answer) => bearerOf(answer, save);
}

function cookieOf({ headers }: LoginAnswer): Record<string, string> {
  const cookies = headers.flatMap(([name, value]) =>
    name.toLowerCase() === "set-cookie" ? [value.split(";", 1)[0]?.trim() ?? ""] : [],
  );
  if (cookies.length === 0) throw new Error("sets no cookie");
  return { cookie: cookies.join("; ") };
}

function bearerOf({ body }: LoginAnswer, path: string): Record<string, string> {
  const found = path
    .split(".")
    .slice(1)
    .reduce((inner: unknown, key) => (isRecord(inner) ? inner[key] : null), JSON.parse(body));
  // oha sends a header as one argument of ASCII.
  if (typeof found === "string" && /^[\x21-\x7e]+$/.test(found)) {
    return { authorization: `Bearer ${found}` };
  }
  throw new Error(`has no token at ${path}`);
}
