import { fortunes, hello, queries, row } from "@deadheat/handlers";
import type { Store } from "@deadheat/stores";
import type { Request, Server } from "hyper-express";

/** Adds the routes that read from the chosen store. */
export function serveStore(server: Server, store: Store): void {
  const id = (req: Request) => req.path_parameters.id as string;
  if (store.sync) {
    server.get(hello.pattern, (_, res) => void res.type("text/plain").send(store.hello()));
    server.get(row.pattern, (req, res) => void res.json(row.handle(store, id(req))));
    return;
  }
  server.get(
    hello.pattern,
    async (_, res) => void res.type("text/plain").send(await store.hello()),
  );
  server.get(row.pattern, async (req, res) => void res.json(await row.handle(store, id(req))));
  server.get(
    queries.pattern,
    async (req, res) => void res.json(await queries.handle(store, req.query_parameters.queries)),
  );
  server.get(fortunes.pattern, async (_, res) => {
    res.type("text/html; charset=utf-8").send(await fortunes.handle(store));
  });
}
