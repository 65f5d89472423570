import { createHash } from "node:crypto";
import { escapeHtml, toHtml, type Child } from "../view/parts/element.ts";

export interface Shell {
  readonly title: string;
  readonly body: Child;
  readonly style: string;
  /** The inline scripts in the head and at the end of the body, if the page has any. */
  readonly early?: string;
  readonly script?: string;
  /** The HTML of an element of inert data. */
  readonly data?: string;
}

/** Returns a document that may use its own inline parts, by their hashes, and load nothing. */
export function htmlDocument({ title, body, style, early, script, data }: Shell): string {
  const scripts = [early, script].filter((text) => text !== undefined);
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.length > 0 ? scripts.map(hashOf).join(" ") : "'none'"}`,
    `style-src ${hashOf(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const element = (text = "") => (text === "" ? "" : `<script>${text}</script>`);
  return [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<link rel="icon" href="data:,"><title>${escapeHtml(title)}</title>`,
    `${element(early)}<style>${style}</style></head>`,
    `<body>${toHtml(body)}`,
    data ?? "",
    `${element(script)}</body></html>`,
    "",
  ].join("\n");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
