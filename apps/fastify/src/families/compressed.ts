import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";
import { serve as serveItems } from "./items.ts";

/**
 * What it does by itself where there are three cores or more: larger bodies are compressed in other threads. Its default
 * depends on the cores that a process may use, and so would the figures.
 */
const SYNC_THRESHOLD_BYTES = 4096;

export function serve(server: FastifyInstance): void {
  server.register(async (scope) => {
    await scope.register(compress, { syncThreshold: SYNC_THRESHOLD_BYTES });
    serveItems(scope);
  });
}
