import { items, itemsSum } from "@deadheat/handlers";
import type { Routes } from "../respond.ts";

export function routes(): Routes {
  return {
    [items.pattern]: {
      GET: ({ params, url }) =>
        Response.json(items.handle(params.count ?? "", new URL(url).searchParams.get("m"))),
    },
    [itemsSum.pattern]: {
      POST: async (request) => Response.json(itemsSum.handle(await request.json())),
    },
  };
}
