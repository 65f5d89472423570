import { apiRoutes } from "@deadheat/handlers";
import type { Routes } from "../respond.ts";

/** Bun's router registers all methods of a pattern at once. */
export function routes(): Routes {
  const all: Routes = {};
  for (const { method, pattern, handle } of apiRoutes) {
    const answer: Routes[string] = {
      [method]: ({ params }) => Response.json(handle(params.id, params.itemId)),
    };
    all[pattern] = { ...all[pattern], ...answer };
  }
  return all;
}
