import {
  escapeHtml,
  shapeDefinitions,
  toHtml,
  h,
  type Child,
  type Element,
} from "@deadheat/report/site-parts";

/** A page of the site. */
export interface Page {
  /** The address below the site's root: `/ranking/text/`. */
  readonly path: string;
  readonly title: string;
  /** One sentence for search engines. */
  readonly description: string;
  readonly body: Child;
  /** true if the page uses the site's script. */
  readonly script?: boolean;
}

/** Returns a link to another page. The address begins with `/`, the root of the site. */
export function link(to: string, ...children: Child[]): Element {
  return { tag: "a", attributes: { href: to }, children };
}

const navigation: readonly (readonly [path: string, name: string])[] = [
  ["/ranking/", "Ranking"],
  ["/frameworks/", "Frameworks"],
  ["/runtimes/", "Runtimes"],
  ["/compare/", "Compare"],
  ["/findings/", "Findings"],
  ["/sure/", "How sure"],
];

/** Returns the page as a document. Nothing of it comes from another host. */
export function documentOf({ path, title, description, body, script }: Page): string {
  const policy = `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'`;
  const parts = [
    shapeDefinitions(),
    h("a", { class: "skip", href: "#main" }, "Skip to the content"),
    h(
      "header",
      {},
      h("p", { class: "brand" }, link("/", "dead", h("b", {}, "heat"))),
      h(
        "nav",
        { "aria-label": "Site" },
        navigation.map(([to, name]) => current(link(to, name), path.startsWith(to))),
      ),
    ),
    h("main", { id: "main" }, body),
    h(
      "footer",
      {},
      h(
        "p",
        {},
        "Every number here is in a published result. ",
        link("/sure/", "Machines, dates, raw blocks, and how to repeat them"),
        ".",
      ),
    ),
  ];
  const html = [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="icon" href="data:,"><title>${escapeHtml(title)}</title>`,
    '<link rel="stylesheet" href="/style.css">',
    script ? '<script src="/site.js" defer></script>' : "",
    `</head><body class="site">${toHtml(parts)}</body></html>`,
    "",
  ].join("\n");
  return relative(html, path);
}

function current(of: Element, isCurrent: boolean): Element {
  return isCurrent ? { ...of, attributes: { ...of.attributes, "aria-current": "true" } } : of;
}

/** Makes addresses relative, so that the site works below any folder of a host. Text cannot hold a quote. */
function relative(html: string, path: string): string {
  const up = "../".repeat(path.split("/").length - 2) || "./";
  return html.replaceAll(/ (href|src)="\//g, ` $1="${up}`);
}
