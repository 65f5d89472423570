import { createHash } from "node:crypto";
import { bold, type Child, escapeHtml, h, h2, toHtml } from "../view/parts/element.ts";
import { shapeDefinitions } from "../view/parts/marks.ts";
import { pageParts, type PageName } from "./bundle.ts";

/** The content of a page. */
export interface Page {
  /** The style and the script. */
  readonly kind: PageName;
  readonly title: string;
  /** What was measured where and when, for the head of the page. */
  readonly run: string;
  readonly main: Child;
  /** How it was measured, in paragraphs. */
  readonly conditions?: Child;
  /** More style, after the page's own. */
  readonly style?: string;
  /** The HTML of an element of inert data. */
  readonly data?: string;
}

/**
 * Returns a page that loads nothing. Its policy names its own style and script by their hashes, and lets nothing else have an
 * effect.
 */
export function htmlPage({
  kind,
  title,
  run,
  main,
  conditions,
  style = "",
  data = "",
}: Page): string {
  const parts = pageParts(kind);
  const { script } = parts;
  const css = parts.style + style;
  const policy = [
    "default-src 'none'",
    `script-src ${script === "" ? "'none'" : hashOf(script)}`,
    `style-src ${hashOf(css)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const body = [
    shapeDefinitions(),
    h("a", { class: "skip", href: "#main" }, "Skip to the content"),
    h(
      "header",
      {},
      h("p", { class: "brand" }, "dead", bold("heat")),
      h("p", { class: "run" }, run),
    ),
    h("main", { id: "main" }, main),
    conditions !== undefined && h("footer", {}, h2("How it was measured"), conditions),
  ];
  return [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<link rel="icon" href="data:,"><title>${escapeHtml(`deadheat: ${title}`)}</title>`,
    `<style>${css}</style></head>`,
    `<body>${toHtml(body)}`,
    data,
    `${script === "" ? "" : `<script>${script}</script>`}</body></html>`,
    "",
  ].join("\n");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
