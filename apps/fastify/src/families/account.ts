import { randomUUID } from "node:crypto";
import bearerAuth from "@fastify/bearer-auth";
import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import { BEARER, BODY_LIMIT_BYTES, notes, ORIGIN, profile } from "@deadheat/handlers";
import type { FastifyInstance } from "fastify";

const PREFIX = "/account";

/** A plugin scope applies only to the paths below its prefix. */
export function serve(server: FastifyInstance): void {
  server.register(register, { prefix: PREFIX });
}

async function register(account: FastifyInstance): Promise<void> {
  account.setGenReqId(() => randomUUID());
  account.addHook("onRequest", async ({ id }, reply) => void reply.header("x-request-id", id));
  await account.register(helmet);
  // With a string instead of an array, the response would allow this origin to every client, without `Vary`.
  await account.register(cors, { origin: [ORIGIN] });
  await account.register(bearerAuth, { keys: new Set([BEARER]) });
  account.get(below(profile), (_, reply) => reply.send(profile.handle()));
  account.post(below(notes), { bodyLimit: BODY_LIMIT_BYTES }, ({ body }, reply) =>
    reply.send(notes.handle(body)),
  );
}

const below = ({ pattern }: { readonly pattern: string }) => pattern.slice(PREFIX.length);
