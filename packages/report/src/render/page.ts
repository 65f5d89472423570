import { createHash } from "node:crypto";
import { escapeHtml, html, toHtml, type Child } from "../view/parts/element.ts";
import { shapeDefinitions } from "../view/parts/marks.ts";
import { pageParts, type PageName } from "#pages";

/** The content of a page. */
export interface Page {
  /** The style and the script. */
  readonly kind: PageName;
  readonly title: string;
  /** What was measured where and when, for the head of the page. */
  readonly run: string;
  readonly main: Child;
  /** How it was measured, in paragraphs. */
  readonly conditions: Child;
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
  const { script, style: own } = pageParts(kind);
  const css = own + style;
  const policy = [
    "default-src 'none'",
    `script-src ${script === "" ? "'none'" : hashOf(script)}`,
    `style-src ${hashOf(css)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const body = html`<header>
      <p class="brand">dead<b>heat</b></p>
      <p class="run">${run}</p>
    </header>
    <main id="main">${main}</main>
    <footer>
      <h2>How it was measured</h2>
      ${conditions}
    </footer>`;
  const head = `<style>${css}</style>`;
  const tail = `${data}${script === "" ? "" : `<script>${script}</script>`}`;
  return documentOf({ policy, title: `deadheat: ${title}`, head, body, tail });
}

/** Returns a page of the report or of the site. `head` and `tail` are markup. */
export function documentOf(page: {
  readonly policy: string;
  readonly title: string;
  readonly head: string;
  readonly kind?: string;
  readonly body: Child;
  readonly tail?: string;
}): string {
  const { policy, title, head, kind = "report", body, tail = "" } = page;
  const skip = html`<a class="skip" href="#main">Skip to the content</a>`;
  return [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<link rel="icon" href="data:,"><title>${escapeHtml(title)}</title>`,
    `${head}</head>`,
    `<body class="${kind}">${toHtml([shapeDefinitions(), skip, body])}`,
    `${tail}</body></html>`,
    "",
  ].join("\n");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
