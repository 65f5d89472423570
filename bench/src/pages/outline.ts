import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** A page as a browser shows it: its language, its title, and a line for each element of its body. */
export interface Outline {
  readonly lang: string;
  readonly title: string;
  /** Such as `li .product.sale`, `a href=/products/1 "Cup & Saucer"`. */
  readonly lines: readonly string[];
}

/** Elements that show nothing. */
const HIDDEN = new Set([
  "head",
  "script",
  "style",
  "template",
  "link",
  "meta",
  "title",
  "noscript",
]);

/** Elements that only hold others. Frameworks put some of them around a page. */
const WRAPPERS = new Set(["html", "body", "div"]);

/** Returns the outline of an HTML document. Scripts, comments, white space and empty wrappers are not part of it. */
export function outlineOf(html: string): Outline {
  const lines: string[] = [];
  let lang = "";
  let title: string | null = null;
  const visit = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      if (!("tagName" in node)) continue;
      if (node.tagName === "html") lang = attributeOf(node, "lang") ?? "";
      // The first title of a document is its title, wherever it is.
      if (node.tagName === "title") title ??= textOf(node);
      if (node.tagName === "head") visit(node.childNodes);
      if (HIDDEN.has(node.tagName)) continue;
      const line = lineOf(node);
      if (line !== null) lines.push(line);
      visit(node.childNodes);
    }
  };
  visit(parse(html).childNodes);
  return { lang, title: title ?? "", lines };
}

function lineOf(element: Element): string | null {
  const { tagName } = element;
  const text = textOf(element);
  if (WRAPPERS.has(tagName) && text === "") return null;
  // The link of a framework marks the open page with its own classes.
  const names = tagName === "a" ? "" : (attributeOf(element, "class") ?? "");
  const classes = names.split(/\s+/).filter(Boolean).toSorted();
  const href = attributeOf(element, "href");
  return [
    tagName,
    ...classes.map((name) => `.${name}`),
    ...(href === undefined ? [] : [`href=${href}`]),
    ...(text === "" ? [] : [JSON.stringify(text)]),
  ].join(" ");
}

/** Returns the text directly in an element. Comments, which some renderers put between two texts, are not part of it. */
function textOf({ childNodes }: Element): string {
  return childNodes
    .map((node) => ("value" in node ? node.value : ""))
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function attributeOf({ attrs }: Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value;
}
