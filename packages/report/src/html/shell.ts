import { createHash } from "node:crypto";
import { asSentence } from "../format.ts";
import { escapeHtml, folded, html, p, toHtml, type Child } from "../view/parts/element.ts";
import { shapeDefinitions } from "../view/parts/marks.ts";
import { pageParts, type PageName } from "#pages";

interface Warned {
  readonly code?: string;
  readonly message: string;
}

/** The content of a page. */
export interface Page {
  /** The style and the script. */
  readonly kind: PageName;
  readonly title: string;
  /** What was measured where and when, for the head of the page. */
  readonly run: string;
  readonly main: Child;
  /** The sentences of the page. The first one is the answer, and the heading. */
  readonly sentences: readonly string[];
  readonly warnings: readonly Warned[];
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
  sentences,
  warnings,
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
  const [first = "", ...others] = sentences;
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
    <main id="main">
      <h1>${first}</h1>
      ${others.map((text) => p(text))} ${alerts(warnings)} ${main}
    </main>
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

/** Returns the first warning of each kind, and all others folded. */
function alerts(warnings: readonly Warned[]): Child {
  const isFirst = ({ code }: Warned, i: number) =>
    code === undefined || warnings.findIndex((one) => one.code === code) === i;
  const first = warnings.filter(isFirst);
  const more = warnings.filter((one) => !first.includes(one));
  const shown = (some: readonly Warned[]) =>
    some.map(
      ({ message }) =>
        html`<div class="alert">
          <p><b>Careful: </b>${asSentence(message)}</p>
        </div>`,
    );
  return [shown(first), more.length > 0 && folded(`${more.length} more warnings`, shown(more))];
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
