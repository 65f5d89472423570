import type { Listenable } from "@deadheat/adapter";
import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import { getQuery, getRouterParam, H3, html, raw } from "h3";
import { serveStore } from "./store.ts";

const store = await openStore();
const h3 = new H3();

h3.get(hey.pattern, () => hey.handle());
h3.get(hell.pattern, () => hell.handle());
if (store) serveStore(h3, store);
else h3.get(hello.pattern, () => hello.handle());
h3.get(about.pattern, () => html(raw(about.handle())));
h3.get(json.pattern, () => json.handle());
h3.get(users.pattern, (event) =>
  users.handle(
    getRouterParam(event, "id", { decode: true }) ?? "",
    getQuery<{ name?: string }>(event).name,
  ),
);
h3.post(echo.pattern, async (event) => echo.handle(await event.req.json()));
h3.all("/**", (event) => {
  event.res.status = 404;
  return notFound.handle();
});

export const app: Listenable = { kind: "fetch", fetch: h3.fetch };
