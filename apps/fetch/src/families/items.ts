import { items, itemsSum } from "@deadheat/handlers";
import { withJson } from "./body.ts";
import type { Family } from "./family.ts";

export const family: Family = ({ request, method, path, query }) => {
  if (method === "POST" && path === itemsSum.pattern) {
    return withJson(request, (body) => Response.json(itemsSum.handle(body)));
  }
  const count = /^\/items\/([^/]+)$/.exec(path)?.[1];
  if (method !== "GET" || count === undefined) return null;
  return Response.json(items.handle(count, new URLSearchParams(query).get("m")));
};
