import { h, type Child, type Element } from "./element.ts";

/** A heading: a text, or content of a kind that the style sheet knows. */
type Heading = string | { readonly class: string; readonly content: Child };

export function table(head: readonly Heading[], rows: Child, kind?: string): Element {
  const headings = head.map((heading) =>
    typeof heading === "string"
      ? h("th", { scope: "col" }, heading)
      : h("th", { scope: "col", class: heading.class }, heading.content),
  );
  return h("table", { class: kind }, h("thead", {}, h("tr", {}, headings)), h("tbody", {}, rows));
}

/** Returns a row with a heading. `drawn` are complete cells, which come before the texts. */
export function namedRow(name: Child, texts: readonly Child[], ...drawn: Element[]): Element {
  const cells = texts.map((text) => {
    const word = text === "faster" || text === "slower" ? text : null;
    return h("td", { class: word }, text);
  });
  return h("tr", {}, h("th", { scope: "row" }, name), drawn, cells);
}

/** Returns content that may be wider than the page, in an element that scrolls, by keyboard too. */
export function scrolled(label: string, content: Child): Element {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, content);
}
