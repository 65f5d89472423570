import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import { Elysia, type ElysiaConfig } from "elysia";
import { storeRoutes } from "./store.ts";

const store = await openStore();

export function createApp(config: ElysiaConfig<""> = {}) {
  const app = new Elysia(config)
    .get(hey.pattern, () => hey.handle())
    .get(hell.pattern, () => hell.handle())
    .get(
      about.pattern,
      () => new Response(about.handle(), { headers: { "content-type": "text/html" } }),
    )
    .get(json.pattern, () => json.handle())
    .get(users.pattern, ({ params, query }) => users.handle(params.id, query.name))
    .post(echo.pattern, ({ body }) => echo.handle(body))
    .onError(({ code, set }) => {
      if (code !== "NOT_FOUND") return;
      set.status = 404;
      return notFound.handle();
    });
  return store ? app.use(storeRoutes(store)) : app.get(hello.pattern, () => hello.handle());
}
