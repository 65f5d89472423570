import type { Section } from "../../content/section.ts";
import { h, hint, type Child, type Element } from "./element.ts";

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

/** Returns a section of the text report. */
export function sectionView({ title, lead, columns, rows, notes }: Section): Child {
  const head = columns.map(({ name }) => name);
  const lines = rows.map(([first, ...texts]) => namedRow(first, texts));
  return [
    h("h2", {}, title),
    lead.map((text) => hint(text)),
    rows.length > 0 && scrolled(title, table(head, lines)),
    notes.map((text) => hint(text)),
  ];
}
