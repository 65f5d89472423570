import { items, itemsSum } from "@deadheat/handlers";
import type { Family } from "./family.ts";

export const family: Family = (request, { pathname, searchParams }) => {
  if (request.method === "POST" && pathname === itemsSum.pattern) {
    return request.json().then((body) => Response.json(itemsSum.handle(body)));
  }
  const count = /^\/items\/([^/]+)$/.exec(pathname)?.[1];
  if (request.method !== "GET" || count === undefined) return null;
  return Response.json(items.handle(count, searchParams.get("m")));
};
