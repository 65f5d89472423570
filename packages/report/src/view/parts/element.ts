import { printable } from "../../format.ts";

// A view is a tree of plain objects, which is written as text (`toHtml`). A tree cannot hold markup, nor an attribute that
// runs or loads anything. A hostile name therefore stays a name. Pages of much prose are templates (`html`), which escape
// all that is put into them.

export type Child =
  | Element
  | Markup
  | string
  | number
  | null
  | undefined
  | false
  | readonly Child[];
type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Element {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly children: readonly Child[];
}

/** Markup that a template of this code has written. Nothing else makes it. */
class Markup {
  readonly #text: string;

  constructor(parts: TemplateStringsArray, values: readonly Child[]) {
    this.#text = parts.reduce((text, part, i) => text + toHtml(values[i - 1]) + part);
  }

  toString(): string {
    return this.#text;
  }
}

/**
 * Returns markup from a template. Values are escaped, whether they stand in the text or in the quotes of an attribute.
 * @throws RangeError for an attribute without quotes, or a link that leaves the site
 */
export function html(parts: TemplateStringsArray, ...values: Child[]): Markup {
  for (const [i, value] of values.entries()) {
    const before = parts[i] ?? "";
    const leaves = /\s(?:href|src)="$/.test(before) && !/^(?:#|\/(?!\/))/.test(String(value));
    if (/=$|\son\w+="$|\sstyle="$/.test(before) || leaves) {
      throw new RangeError(`${before.slice(-40)}\${}: the value is not allowed in a page`);
    }
  }
  return new Markup(parts, values);
}

/** A place in the page, or the page of an explanation beside it. */
const allowedLink = /^(#.*|explain(-\d+)?\.html)$/s;
const allowedAttribute = /^(?!on)(?!style$)[a-zA-Z][\w:-]*$/;

/**
 * Returns an element. Attributes that are false, null or undefined are left out; `true` gives an empty attribute.
 * @throws RangeError for an attribute that runs code or style, or a link that leaves the page
 */
export function h(tag: string, attributes: Attributes = {}, ...children: Child[]): Element {
  for (const [name, value] of Object.entries(attributes)) {
    if (!allowedAttribute.test(name) || (name === "href" && !allowedLink.test(String(value)))) {
      throw new RangeError(
        `<${tag}>: attribute ${name}="${String(value)}" is not allowed in a report`,
      );
    }
  }
  return { tag, attributes, children };
}

export function p(...children: Child[]): Element {
  return h("p", {}, ...children);
}

export function hint(...children: Child[]): Element {
  return h("p", { class: "hint" }, ...children);
}

/** Returns content that opens at a click on its title. */
export function folded(title: Child, ...children: Child[]): Element {
  return h("details", {}, h("summary", {}, title), ...children);
}

const voidTags = new Set(["br", "hr", "img", "input", "wbr"]);

/** Returns the tree as HTML, with all text escaped. A drawing is XML too. */
export function toHtml(child: Child): string {
  if (child === null || child === undefined || child === false) return "";
  if (typeof child === "string" || typeof child === "number") return escapeHtml(String(child));
  if (child instanceof Markup) return String(child);
  if (isList(child)) return child.map(toHtml).join("");
  const { tag, attributes, children } = child;
  const start = `<${tag}${Object.entries(attributes).map(attributeHtml).join("")}>`;
  return voidTags.has(tag) ? start : `${start}${children.map(toHtml).join("")}</${tag}>`;
}

function attributeHtml([name, value]: [string, Attributes[string]]): string {
  if (value === null || value === undefined || value === false) return "";
  return value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
}

/** Returns text for HTML. Control characters and marks of direction become visible, as in a terminal. */
export function escapeHtml(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

function isList(child: Child): child is readonly Child[] {
  return Array.isArray(child);
}
