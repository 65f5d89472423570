import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import { listenable } from "./listenable.ts";
import { serveStore } from "./store.ts";

const store = await openStore();

export const app = listenable((server) => {
  server.get(hey.pattern, (_, res) => void res.type("text/plain").send(hey.handle()));
  server.get(hell.pattern, (_, res) => void res.type("text/plain").send(hell.handle()));
  if (store) serveStore(server, store);
  else server.get(hello.pattern, (_, res) => void res.type("text/plain").send(hello.handle()));
  server.get(about.pattern, (_, res) => void res.html(about.handle()));
  server.get(json.pattern, (_, res) => void res.json(json.handle()));
  server.get(
    users.pattern,
    (req, res) =>
      void res.json(users.handle(req.path_parameters.id as string, req.query_parameters.name)),
  );
  server.post(echo.pattern, async (req, res) => void res.json(echo.handle(await req.json())));
  server.set_not_found_handler(
    (_, res) => void res.status(404).type("text/plain").send(notFound.handle()),
  );
});
