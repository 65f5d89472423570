import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import { Hono } from "hono";
import { serveStore } from "./store.ts";

const store = await openStore();
export const app = new Hono();

app.get(hey.pattern, (c) => c.text(hey.handle()));
app.get(hell.pattern, (c) => c.text(hell.handle()));
if (store) serveStore(app, store);
else app.get(hello.pattern, (c) => c.text(hello.handle()));
app.get(about.pattern, (c) => c.html(about.handle()));
app.get(json.pattern, (c) => c.json(json.handle()));
app.get(users.pattern, (c) => c.json(users.handle(c.req.param("id") ?? "", c.req.query("name"))));
app.post(echo.pattern, async (c) => c.json(echo.handle(await c.req.json()) as object));
app.notFound((c) => c.text(notFound.handle(), 404));
