import { setTimeout as sleep } from "node:timers/promises";

const SETTLE_SECONDS = 0.1;

/**
 * Lets servers that have just said that they are ready come to rest before their first request, as
 * one in service has long done. For fastify on Node this decides the figure: asked within 20 ms of
 * its readiness line, the process serves a fifth more per CPU-second for as long as it lives
 * (docs/findings/first-request.md).
 */
export async function settle(signal: AbortSignal): Promise<void> {
  await sleep(SETTLE_SECONDS * 1000, undefined, { signal }).catch(() => {});
}
