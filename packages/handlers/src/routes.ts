import { get, postJson, type Exchange, type Route } from "./route.ts";

/** A route whose answer is always the same text. */
function fixed(
  name: string,
  pattern: string,
  mediaType: "text/plain" | "text/html",
  answer: string,
): Route<() => string> {
  return {
    name,
    method: "GET",
    pattern,
    handle: () => answer,
    exchanges: (token) => [
      get(pattern, mediaType, answer),
      // A query must not change the route that is taken.
      get(`${pattern}?q=${token}`, mediaType, answer),
    ],
  };
}

export const hey = fixed("hey", "/hey", "text/plain", "Hey!");
export const hell = fixed("hell", "/hell", "text/plain", "Hell!");
export const hello = fixed("hello", "/hello", "text/plain", "Hello World!");
export const about = fixed("about", "/about", "text/html", "<html><body>About page</body></html>");

/** A new object at every call: what is measured includes its serialization. */
export const json: Route<() => { message: string }> = {
  name: "json",
  method: "GET",
  pattern: "/json",
  handle: () => ({ message: "Hello World!" }),
  exchanges: () => [get("/json", "application/json", '{"message":"Hello World!"}')],
};

/** A route parameter and a query value, both percent-decoded; a missing name is empty. */
export const users: Route<
  (id: string, name: string | null | undefined) => { id: string; name: string },
  "/users/:id"
> = {
  name: "users",
  method: "GET",
  pattern: "/users/:id",
  handle: (id, name) => ({ id, name: name ?? "" }),
  exchanges: (token) => [
    user("42", "Ada"),
    user(token, `${token} & Grüße`),
    get(`/users/${token}`, "application/json", `{"id":"${token}","name":""}`),
  ],
};

function user(id: string, name: string): Exchange {
  return get(
    `/users/${encodeURIComponent(id)}?name=${encodeURIComponent(name)}`,
    "application/json",
    JSON.stringify({ id, name }),
  );
}

/** The framework parses the JSON body; the handler gives it back to be written again. */
export const echo: Route<(body: unknown) => unknown> = {
  name: "echo",
  method: "POST",
  pattern: "/echo",
  handle: (body) => body,
  exchanges: (token) => {
    const small = '{"message":"Hello World!"}';
    const nested = { token, list: [1, 2.5, null, true], text: 'Grüße "quoted"\n' };
    return [
      postJson("/echo", small, small),
      // Sent with white space: written back without, if it was parsed at all.
      postJson("/echo", JSON.stringify(nested, null, 2), JSON.stringify(nested)),
    ];
  },
};

/** Whatever no other route takes. */
export const notFound: Route<() => string> = {
  name: "notFound",
  method: "GET",
  pattern: "*",
  handle: () => "Not Found",
  exchanges: (token) => [
    get("/missing", "text/plain", "Not Found", 404),
    get(`/hello/${token}`, "text/plain", "Not Found", 404),
    get("/", "text/plain", "Not Found", 404),
  ],
};

/** Every route that every app serves. */
export const routes = [hey, hell, hello, about, json, users, echo, notFound] as const;
