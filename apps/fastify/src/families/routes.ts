import { apiRoutes } from "@deadheat/handlers";
import type { FastifyInstance } from "fastify";

interface Parameters {
  Params: { id?: string; itemId?: string };
}

export function serve(server: FastifyInstance): void {
  for (const { method, pattern, handle } of apiRoutes) {
    server.route<Parameters>({
      method,
      url: pattern,
      handler: ({ params }, reply) => reply.send(handle(params.id, params.itemId)),
    });
  }
}
