import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import { listenable } from "./listenable.ts";
import { serveStore } from "./store.ts";

const store = await openStore();

export const app = listenable((server) => {
  server.get(hey.pattern, (_, reply) => reply.type("text/plain").send(hey.handle()));
  server.get(hell.pattern, (_, reply) => reply.type("text/plain").send(hell.handle()));
  if (store) serveStore(server, store);
  else server.get(hello.pattern, (_, reply) => reply.type("text/plain").send(hello.handle()));
  server.get(about.pattern, (_, reply) => reply.type("text/html").send(about.handle()));
  server.get(json.pattern, (_, reply) => reply.send(json.handle()));
  server.get<{ Params: { id: string }; Querystring: { name?: string } }>(
    users.pattern,
    (request, reply) => reply.send(users.handle(request.params.id, request.query.name)),
  );
  server.post(echo.pattern, (request, reply) => reply.send(echo.handle(request.body)));
  server.setNotFoundHandler((_, reply) =>
    reply.code(404).type("text/plain").send(notFound.handle()),
  );
});
