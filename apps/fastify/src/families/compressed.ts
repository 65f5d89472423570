import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";
import { serve as serveItems } from "./items.ts";

/**
 * The default with three cores or more: larger bodies are compressed in other threads. Set here, because the default
 * depends on the number of usable cores, and the figures would too.
 */
const SYNC_THRESHOLD_BYTES = 4096;

export function serve(server: FastifyInstance): void {
  server.register(async (scope) => {
    await scope.register(compress, { syncThreshold: SYNC_THRESHOLD_BYTES });
    serveItems(scope);
  });
}
