import { printable } from "../../format.ts";
import { isList, Markup, type Child } from "../../view/parts/element.ts";

const svg = "http://www.w3.org/2000/svg";

/** Returns the tree as nodes. Nothing is parsed: text becomes text nodes. */
function toDom(child: Child, inSvg = false): DocumentFragment {
  const fragment = document.createDocumentFragment();
  append(fragment, child, inSvg);
  return fragment;
}

function append(parent: Node, child: Child, inSvg: boolean): void {
  if (child === null || child === undefined || child === false || child instanceof Markup) return;
  if (typeof child === "string" || typeof child === "number") {
    parent.appendChild(document.createTextNode(printable(String(child))));
  } else if (isList(child)) {
    for (const item of child) append(parent, item, inSvg);
  } else {
    const within = inSvg || child.tag === "svg";
    const node = within
      ? document.createElementNS(svg, child.tag)
      : document.createElement(child.tag);
    for (const [name, value] of Object.entries(child.attributes)) {
      if (value === null || value === undefined || value === false) continue;
      node.setAttribute(name, value === true ? "" : String(value));
    }
    for (const item of child.children) append(node, item, within);
    parent.appendChild(node);
  }
}

/** Replaces the content of an element. Restores the focus and the open menus. */
export function replace(element: Element, content: Child): void {
  const focused = document.activeElement?.id;
  const open = [...element.querySelectorAll("details[open]")].map(({ id }) => id);
  element.replaceChildren(toDom(content));
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}
