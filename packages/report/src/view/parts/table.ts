import { h, type Child, type Element } from "./element.ts";

/** A table of what stands in `rows`, below these headings. */
export function table(head: readonly string[], rows: Child, kind = "plain"): Element {
  const headings = head.map((text) => h("th", { scope: "col" }, text));
  return h("table", { class: kind }, h("thead", {}, h("tr", {}, headings)), h("tbody", {}, rows));
}

/** A row, which its first cell names; `drawn` are cells that are more than text, before the others. */
export function namedRow(name: Child, cells: readonly Child[], ...drawn: Element[]): Element {
  const texts = cells.map((cell) => h("td", {}, cell));
  return h("tr", {}, h("th", { scope: "row" }, name), drawn, texts);
}

/** What may be wider than the page: it is scrolled, by keyboard too. */
export function scrolled(label: string, content: Child): Element {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, content);
}
