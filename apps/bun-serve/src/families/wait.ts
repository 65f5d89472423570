import { wait } from "@deadheat/handlers";
import type { Routes } from "../respond.ts";

export function routes(): Routes {
  return {
    [wait.pattern]: {
      GET: async ({ params }) => Response.json(await wait.handle(params.id ?? "")),
    },
  };
}
