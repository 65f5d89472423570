import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";
import { serve as serveItems } from "./items.ts";

/**
 * The default with three cores or more: other threads compress larger bodies. Fixed, so that metrics do not depend on
 * it.
 */
const SYNC_THRESHOLD_BYTES = 4096;

export function serve(server: FastifyInstance): void {
  server.register(async (scope) => {
    await scope.register(compress, { syncThreshold: SYNC_THRESHOLD_BYTES });
    serveItems(scope);
  });
}
