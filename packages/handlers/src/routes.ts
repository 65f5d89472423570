import { get, postJson, type Exchange, type Route } from "./route.ts";

/** Returns a route whose response is always the same text. */
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
      // A query must not change which route matches.
      get(`${pattern}?q=${token}`, mediaType, answer),
    ],
  };
}

export const hey = fixed("hey", "/hey", "text/plain", "Hey!");
export const hell = fixed("hell", "/hell", "text/plain", "Hell!");
export const hello = fixed("hello", "/hello", "text/plain", "Hello World!");
export const about = fixed("about", "/about", "text/html", "<html><body>About page</body></html>");

/** A route that returns a new object at every call, so that its serialization is measured. */
export const json: Route<() => { message: string }> = {
  name: "json",
  method: "GET",
  pattern: "/json",
  handle: () => ({ message: "Hello World!" }),
  exchanges: () => [get("/json", "application/json", '{"message":"Hello World!"}')],
};

/** A route with a parameter and a query value, both percent-decoded. A missing name is empty. */
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

/** A route whose JSON body the framework parses and serializes again. */
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
      // The request has white space. The response has none if the framework parsed the body.
      postJson("/echo", JSON.stringify(nested, null, 2), JSON.stringify(nested)),
    ];
  },
};

/** The response to every path without a route. */
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

/** The routes that every app serves. */
export const routes = [hey, hell, hello, about, json, users, echo, notFound] as const;
