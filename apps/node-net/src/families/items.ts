import { items, itemsSum } from "@deadheat/handlers";
import { respondJson } from "../respond.ts";
import type { Family } from "./family.ts";

export const family: Family = ({ method, path, query, body, keepAlive }) => {
  if (method === "POST" && path === itemsSum.pattern) {
    return respondJson(itemsSum.handle(JSON.parse(body.toString())), !keepAlive);
  }
  const count = /^\/items\/([^/]+)$/.exec(path)?.[1];
  if (method !== "GET" || count === undefined) return null;
  return respondJson(items.handle(count, new URLSearchParams(query).get("m")), !keepAlive);
};
