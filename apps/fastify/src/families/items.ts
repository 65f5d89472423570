import { items, itemsSum } from "@deadheat/handlers";
import type { FastifyInstance } from "fastify";

interface Items {
  Params: { count: string };
  Querystring: { m?: string };
}

export function serve(server: FastifyInstance): void {
  server.get<Items>(items.pattern, ({ params, query }, reply) =>
    reply.send(items.handle(params.count, query.m)),
  );
  server.post(itemsSum.pattern, ({ body }, reply) => reply.send(itemsSum.handle(body)));
}
