import { wait } from "@deadheat/handlers";
import type { FastifyInstance } from "fastify";

export function serve(server: FastifyInstance): void {
  server.get<{ Params: { id: string } }>(wait.pattern, async ({ params }) =>
    wait.handle(params.id),
  );
}
