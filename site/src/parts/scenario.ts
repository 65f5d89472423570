import { scenarios } from "@deadheat/handlers";
import { html, type Child } from "@deadheat/report/site-parts";
import { link } from "./page.ts";

const words: Readonly<Record<string, string>> = {
  text: "a router and a few bytes of text",
  json: "a few bytes of JSON",
  params: "a parameter of the path and one of the query",
  echo: "a body of JSON that is read and sent back",
  routes: "a router with two hundred routes",
  large: "a list of items as JSON, built for each request",
  "large-500": "a long list of items as JSON, built for each request",
  "large-post": "a large body of JSON that is read and summed",
  middleware: "a bearer, CORS, security header fields and a request id before the handler",
  validate: "an order that the framework's own schemas check",
  "validate-standard": "an order that one library checks in every framework",
  static: "small files by the official middleware",
  "static-304": "files that the client has already",
  compress: "a list of items, compressed",
  tls: "JSON over TLS",
  h2: "JSON over HTTP/2",
  h2c: "JSON over HTTP/2 without TLS",
  stream: "server-sent events",
  churn: "a new connection for each request",
  async: "responses that wait for something else",
  app: "one whole service: routes, middleware, lists, files and orders",
};

export function scenarioWords(name: string, store: string | null): string {
  const own = words[name];
  if (own !== undefined) return own;
  if (store === null) return "";
  const rest = name.slice(store.length + 1);
  const asked: Readonly<Record<string, string>> = {
    "": "a text from the store",
    row: "a row by its key",
    queries: "several rows by their keys",
    fortunes: "a table of rows, sorted and rendered as HTML",
  };
  return `${asked[rest] ?? "the store"}, through ${store}`;
}

/** Returns the request that load repeats, such as `GET /hello`. */
export function requestOf(name: string): Child {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (!found) return null;
  const { method, path } = found.exchange.request;
  return html`<code>${method} ${path}</code>`;
}

export function scenarioLink(name: string): Child {
  return link(`/ranking/${name}/`, html`<b>${name}</b>`);
}
