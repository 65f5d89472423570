import { documentOf, html, toHtml, type Child, type Element } from "@deadheat/report/site-parts";

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
  ["/pages/", "Pages"],
  ["/findings/", "Findings"],
  ["/sure/", "Reliability"],
];

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'";

/** Returns the page as a document. Nothing of it comes from another host. */
export function pageText({ path, title, description, body, script }: Page): string {
  const head = html`<meta name="description" content="${description}" />
    <link rel="stylesheet" href="/style.css" />
    ${script && html`<script src="/site.js" defer></script>`}`;
  const content = html`<header>
      <p class="brand">
        <a href="/">dead<b>heat</b></a>
      </p>
      <nav aria-label="Site">
        ${navigation.map(([to, name]) => tab(to, name, path.startsWith(to) && "true"))}
      </nav>
    </header>
    <main id="main">${body}</main>
    <footer>
      <p>
        Every number here is in a published result.
        <a href="/sure/">Machines, dates, raw rounds, and how to repeat them</a>.
      </p>
    </footer>`;
  const whole = documentOf({ policy, title, head: toHtml(head), kind: "site", body: content });
  return relative(whole, path);
}

/** Returns a link in a list of places. The chosen one is marked. */
export function tab(to: string, name: Child, current: "page" | "true" | false): Element {
  return { tag: "a", attributes: { href: to, "aria-current": current }, children: [name] };
}

/** Makes addresses relative, so that the site works below any folder of a host. Text cannot hold a quote. */
function relative(markup: string, path: string): string {
  const up = "../".repeat(path.split("/").length - 2) || "./";
  return markup.replaceAll(/ (href|src)="\//g, ` $1="${up}`);
}
