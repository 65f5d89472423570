import { fortunes, hello, queries, row } from "@deadheat/handlers";
import type { Store } from "@deadheat/stores";
import type { FastifyInstance } from "fastify";

interface Row {
  Params: { id: string };
}
interface Queries {
  Querystring: { queries?: string };
}

/** Adds the routes that read from the chosen store. */
export function serveStore(server: FastifyInstance, store: Store): void {
  if (store.sync) {
    server.get(hello.pattern, (_, reply) => reply.type("text/plain").send(store.hello()));
    server.get<Row>(row.pattern, (request, reply) =>
      reply.send(row.handle(store, request.params.id)),
    );
    return;
  }
  server.get(hello.pattern, async (_, reply) => {
    reply.type("text/plain");
    return store.hello();
  });
  server.get<Row>(row.pattern, async (request) => row.handle(store, request.params.id));
  server.get<Queries>(queries.pattern, async (request) =>
    queries.handle(store, request.query.queries),
  );
  server.get(fortunes.pattern, async (_, reply) => {
    reply.type("text/html; charset=utf-8");
    return fortunes.handle(store);
  });
}
