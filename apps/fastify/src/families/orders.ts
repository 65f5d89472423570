import { orderJsonSchema, orders, type Order } from "@deadheat/handlers";
import type { FastifyInstance } from "fastify";

export function serve(server: FastifyInstance): void {
  server.post<{ Body: Order }>(
    orders.pattern,
    { schema: { body: orderJsonSchema } },
    ({ body }, reply) => reply.send(orders.handle(body)),
  );
}
