import { classOf, listProducts, priceOf, stockOf } from "./shop.js";

// The pages as plain HTML. The floor sends them, and every other server is checked against them (bench/src/pages/).

const escape = (text) =>
  String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const tag = (text) => `<li>${escape(text)}</li>`;
const badge = ({ sale }) => (sale ? '<strong class="badge">Sale</strong>' : "");

function item(product) {
  const { id, name, text, tags } = product;
  return (
    `<li class="${classOf(product)}"><h2><a href="/products/${id}">${escape(name)}</a></h2>` +
    `<p>${escape(text)}</p><span class="price">${priceOf(product)}</span>${badge(product)}` +
    `<ul class="tags">${tags.map(tag).join("")}</ul><em>${stockOf(product)}</em></li>`
  );
}

function page(title, main) {
  return {
    before:
      `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title></head>` +
      `<body><header><a href="/">Shop</a><time>Read at `,
    after: `</time></header><main>${main}</main></body></html>`,
  };
}

/** Returns the page of a path, up to the time and after it; null for an unknown path. */
export function pageOf(path) {
  const { pathname, searchParams } = new URL(path, "http://shop.test");
  const { products } = listProducts();
  if (pathname === "/") {
    const list = products.map(item).join("");
    return page("Products", `<h1>${products.length} products</h1><ul>${list}</ul>`);
  }
  if (pathname === "/search") {
    const query = escape(searchParams.get("q") ?? "");
    return page("Search", `<h1>Search</h1><p>You searched for ${query}</p>`);
  }
  const product = products.find(({ id }) => pathname === `/products/${id}`);
  if (!product) return null;
  const { name, text } = product;
  return page(
    name,
    `<h1>${escape(name)}</h1><p>${escape(text)}</p><span class="price">${priceOf(product)}</span>` +
      `${badge(product)}<em>${stockOf(product)}</em>`,
  );
}
