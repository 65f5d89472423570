import type { Listenable } from "@deadheat/adapter";
import { about, echo, hell, hello, hey, json, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import { text, type Routes } from "./respond.ts";
import { serve } from "./serve.ts";
import { storeRoutes } from "./store.ts";

const store = await openStore();

/** Routes of Bun's own router with the shared handlers: functions, never its static responses. */
const routes: Routes = {
  [hey.pattern]: { GET: () => text(hey.handle()) },
  [hell.pattern]: { GET: () => text(hell.handle()) },
  ...(store ? storeRoutes(store) : { [hello.pattern]: { GET: () => text(hello.handle()) } }),
  [about.pattern]: {
    GET: () => new Response(about.handle(), { headers: { "content-type": "text/html" } }),
  },
  [json.pattern]: { GET: () => Response.json(json.handle()) },
  [users.pattern]: {
    GET: ({ params, url }) =>
      Response.json(users.handle(params.id ?? "", new URL(url).searchParams.get("name"))),
  },
  [echo.pattern]: {
    POST: async (request) => Response.json(echo.handle(await request.json())),
  },
};

export const app: Listenable = {
  kind: "self",
  listen: (address) => serve(routes, address),
};
