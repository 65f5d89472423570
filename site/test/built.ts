import { cpSync, globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { after } from "node:test";
import { temporaryFolder } from "../../packages/journal/test/scratch.ts";
import { buildSite } from "../src/build.ts";

/** The repository's published results, which tests copy before they break one. */
const published = join(import.meta.dirname, "..", "..", "results/published");

/** Builds the site from a copy of the published results, after `change` has changed the copy. */
export function builtSite(change: (results: string) => void = () => {}) {
  const folder = temporaryFolder({ after });
  const [results, out] = [join(folder, "published"), join(folder, "dist")];
  cpSync(published, results, { recursive: true });
  change(results);
  const began = performance.now();
  const built = buildSite(results, out);
  const seconds = (performance.now() - began) / 1000;
  return { results, out, built, seconds };
}

/** Returns the addresses of all pages, such as `/ranking/text/`. Reports and raw files are no pages of the site. */
export function pathsOf(out: string): string[] {
  return globSync("**/index.html", { cwd: out })
    .map((file) => `/${file.slice(0, -"index.html".length)}`)
    .toSorted();
}

/** Returns the address of one page of each kind. */
export function kindsOf(out: string): string[] {
  return [
    "/",
    "/ranking/",
    "/ranking/text/",
    "/ranking/text/bun/",
    "/frameworks/",
    "/frameworks/hono/",
    "/runtimes/",
    "/runtimes/deno/",
    "/compare/",
    "/compare/hono-bun/",
    "/compare/hono-bun/elysia-bun/",
    "/findings/",
    "/pages/",
    "/sure/",
    pathsOf(out).find((path) => path.startsWith("/results/")) ?? "/",
  ];
}

export function htmlOf(out: string, path: string): string {
  return readFileSync(join(out, path, "index.html"), "utf8");
}

/** Returns the targets of a page's links and parts, resolved against its address. */
export function linksOf(html: string, path: string): string[] {
  return [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, to = ""]) => {
    return /^(?:[a-z]+:|#)/.test(to) ? to : posix.join("/", path, to);
  });
}

/** A text of a page, and the elements around it. */
export interface Text {
  readonly text: string;
  readonly within: readonly Tag[];
}

export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const VOID = new Set([
  "img",
  "meta",
  "link",
  "br",
  "wbr",
  "input",
  "hr",
  "rect",
  "line",
  "circle",
  "path",
  "use",
]);

/** Returns the texts of a page. It reads what `toHtml` writes, and no other HTML. */
export function textsOf(html: string): Text[] {
  const within: Tag[] = [];
  const texts: Text[] = [];
  for (const [, end, name, rest, text] of html.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/gi)) {
    if (text !== undefined) texts.push({ text: unescaped(text), within: [...within] });
    else if (end === "/") within.pop();
    else if (name && !VOID.has(name)) within.push({ name, attributes: attributesOf(rest ?? "") });
  }
  return texts;
}

function attributesOf(text: string): Record<string, string> {
  const found = text.matchAll(/([\w-]+)(?:=(?:"([^"]*)"|([^\s"]+)))?/g);
  return Object.fromEntries(
    [...found].map(([, name = "", quoted, bare]) => [name, unescaped(quoted ?? bare ?? "")]),
  );
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
