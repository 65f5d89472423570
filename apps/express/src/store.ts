import { fortunes, hello, queries, row } from "@deadheat/handlers";
import type { Store } from "@deadheat/stores";
import type { Express, Request } from "express";

/** Adds the routes that read from the chosen store. */
export function serveStore(app: Express, store: Store): void {
  const id = (req: Request) => req.params.id as string;
  if (store.sync) {
    app.get(hello.pattern, (_, res) => void res.type("text").send(store.hello()));
    app.get(row.pattern, (req, res) => void res.json(row.handle(store, id(req))));
    return;
  }
  app.get(hello.pattern, async (_, res) => void res.type("text").send(await store.hello()));
  app.get(row.pattern, async (req, res) => void res.json(await row.handle(store, id(req))));
  app.get(
    queries.pattern,
    async (req, res) => void res.json(await queries.handle(store, req.query.queries as string)),
  );
  app.get(fortunes.pattern, async (_, res) => void res.send(await fortunes.handle(store)));
}
