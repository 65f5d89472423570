import { fastifySSE } from "@fastify/sse";
import { events, type Tick } from "@deadheat/handlers";
import type { FastifyInstance } from "fastify";

export function serve(server: FastifyInstance): void {
  server.register(async (scope) => {
    await scope.register(fastifySSE);
    // "only" applies also to clients that accept `*/*`.
    scope.get<{ Querystring: { from?: string } }>(
      events.pattern,
      { sse: "only" },
      async ({ query }, reply) => {
        await reply.sse.send(messages(events.handle(query.from)));
      },
    );
  });
}

async function* messages(ticks: AsyncIterable<Tick>): AsyncGenerator<{ data: Tick }> {
  for await (const data of ticks) yield { data };
}
