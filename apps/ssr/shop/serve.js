import { createServer } from "node:http";
import { findProduct, listProducts, search } from "./shop.js";

// The smallest server around a renderer: node:http and a switch.

/**
 * Serves three pages. Each renderer gets the page's data and the response, and ends the response.
 * @param render { list, detail, search }
 */
export function serve(render) {
  const handle = async (url, response) => {
    const { pathname, searchParams } = new URL(url, "http://shop.test");
    if (pathname === "/") return render.list(listProducts(), response);
    if (pathname === "/search") {
      return render.search(search(searchParams.get("q") ?? ""), response);
    }
    const found = await findProduct(/^\/products\/(\d+)$/.exec(pathname)?.[1]);
    return found.product ? render.detail(found, response) : response.writeHead(404).end();
  };
  createServer((request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    handle(request.url, response).catch((error) => {
      console.error(error);
      response.writeHead(500).end();
    });
  }).listen(Number(process.env.PORT), "127.0.0.1");
}

/** Returns what `rendererOf` returns for the name and the title of each page. */
export function forEachPage(rendererOf) {
  return {
    list: rendererOf("list", () => "Products"),
    detail: rendererOf("detail", ({ product }) => product.name),
    search: rendererOf("search", () => "Search"),
  };
}

/** Returns renderers that send a page from the string that `toHtml` returns for a page, its title and its data. */
export function fromStrings(toHtml) {
  return forEachPage(
    (page, titleOf) => async (data, response) =>
      response.end(`<!DOCTYPE html>${await toHtml(page, titleOf(data), data)}`),
  );
}

/** Returns a document around a rendered body, for renderers whose documentation shows a template. */
export function documentOf(title, body) {
  const escaped = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<html lang="en"><head><meta charset="utf-8"><title>${escaped}</title></head><body>${body}</body></html>`;
}
