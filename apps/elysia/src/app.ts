import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { Elysia, type ElysiaConfig } from "elysia";

export function createApp(config: ElysiaConfig<""> = {}) {
  return new Elysia(config)
    .get(hey.pattern, () => hey.handle())
    .get(hell.pattern, () => hell.handle())
    .get(hello.pattern, () => hello.handle())
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
}
