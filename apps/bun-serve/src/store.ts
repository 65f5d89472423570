import { fortunes, hello, queries, row } from "@deadheat/handlers";
import type { Store } from "@deadheat/stores";
import { html, text, type Routes } from "./respond.ts";

/** Returns the routes that read from the chosen store. */
export function storeRoutes(store: Store): Routes {
  if (store.sync) {
    return {
      [hello.pattern]: { GET: () => text(store.hello()) },
      [row.pattern]: {
        GET: ({ params }) => Response.json(row.handle(store, params.id ?? "")),
      },
    };
  }
  return {
    [hello.pattern]: { GET: async () => text(await store.hello()) },
    [row.pattern]: {
      GET: async ({ params }) => Response.json(await row.handle(store, params.id ?? "")),
    },
    [queries.pattern]: {
      GET: async ({ url }) => {
        const count = new URL(url).searchParams.get("queries");
        return Response.json(await queries.handle(store, count));
      },
    },
    [fortunes.pattern]: { GET: async () => html(await fortunes.handle(store)) },
  };
}
