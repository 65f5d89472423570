import { orders, type Order } from "@deadheat/handlers";
import { orderProblems, orderSchema } from "@deadheat/handlers/order-schema";
import type { FastifyInstance } from "fastify";

/** Replaces Ajv with another library, as "Using other validation libraries" describes. */
export function serve(server: FastifyInstance): void {
  server.post<{ Body: Order }>(
    orders.pattern,
    { schema: { body: orderSchema }, validatorCompiler: () => validate },
    ({ body }, reply) => reply.send(orders.handle(body)),
  );
}

function validate(body: unknown): { value: Order } | { error: Error } {
  const result = orderProblems(body);
  if ("order" in result) return { value: result.order };
  return { error: new Error(result.problems.map((p) => `${p.field}: ${p.message}`).join("; ")) };
}
