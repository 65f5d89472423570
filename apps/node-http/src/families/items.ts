import { items, itemsSum } from "@deadheat/handlers";
import { sendJson } from "../send.ts";
import { withJson } from "./body.ts";
import type { Family } from "./family.ts";

export const family: Family = (asked) => {
  const { response, method, path, query } = asked;
  if (method === "POST" && path === itemsSum.pattern) {
    withJson(asked, (body) => sendJson(response, itemsSum.handle(body)));
    return true;
  }
  const count = /^\/items\/([^/]+)$/.exec(path)?.[1];
  if (method !== "GET" || count === undefined) return false;
  sendJson(response, items.handle(count, new URLSearchParams(query).get("m")));
  return true;
};
