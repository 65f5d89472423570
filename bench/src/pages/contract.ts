import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Exchange } from "@deadheat/measure";
import { appsDirectory } from "../targets/project.ts";
import { outlineOf, type Outline } from "./outline.ts";

// The contract: every server must show these pages. The floor's HTML is the pattern: apps/ssr/shop/html.js.

export const pagesDirectory = join(appsDirectory, "ssr");

/** The pages under load, by scenario. */
export const pagePaths = {
  "page-list": "/",
  "page-product": "/products/42",
  "page-search": `/search?q=${encodeURIComponent('cups & <b>"plates"</b>')}`,
} as const;
export type PageScenario = keyof typeof pagePaths;
export const pageScenarios = Object.keys(pagePaths) as PageScenario[];

interface Pattern {
  readonly pageOf: (path: string) => { readonly before: string; readonly after: string } | null;
}

const html = pathToFileURL(join(pagesDirectory, "shop", "html.js")).href;
const { pageOf } = (await import(html)) as Pattern;

/** The age at which a page under load counts as cached: far more than a queue of requests takes. */
const OLDEST_SECONDS = 20;

/** Returns the exchange of a page. Every response is parsed and compared, and must tell a time that is not older than `since`. */
export function exchangeOf(path: string, since?: number): Exchange {
  const page = pageOf(path);
  if (page === null) throw new RangeError(`there is no page ${path}`);
  const expected = outlineOf(`${page.before}${TIME}${page.after}`);
  return {
    request: { method: "GET", path, headers: {}, body: null },
    response: {
      status: 200,
      mediaType: "text/html",
      body: "",
      ownLength: true,
      quotesProblems: true,
      problemOf: (body) => problemOf(expected, body, since ?? Date.now() - 1000 * OLDEST_SECONDS),
    },
  };
}

const TIME = "TIME";
const READ_AT = /"Read at (\d{13})"$/;

/** Returns the reason that a page is wrong: a difference that a browser would show, or a time from a cache. */
export function problemOf(expected: Outline, body: string, since: number): string | null {
  const { lang, title, lines } = outlineOf(body);
  const quoted = (text: string) => JSON.stringify(text);
  if (title !== expected.title)
    return `the title ${quoted(title)} instead of ${quoted(expected.title)}`;
  if (lang !== expected.lang)
    return `the language ${quoted(lang)} instead of ${quoted(expected.lang)}`;
  let at = 0;
  const own = lines.map((line) => {
    const [, time] = READ_AT.exec(line) ?? [];
    at = Math.max(at, Number(time ?? 0));
    return line.replace(READ_AT, `"Read at ${TIME}"`);
  });
  const i = expected.lines.findIndex((line, n) => line !== own[n]);
  if (i >= 0) return `element ${i + 1} is ${own[i] ?? "missing"} instead of ${expected.lines[i]}`;
  if (own.length > expected.lines.length)
    return `${own[expected.lines.length]} after the last element`;
  if (at < since || at > Date.now() + 1000) {
    return `the page was made at ${at}, ${((Date.now() - at) / 1000).toFixed(1)} s ago: it is cached`;
  }
  return null;
}
