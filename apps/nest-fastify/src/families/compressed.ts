import compress from "@fastify/compress";
import type { Family } from "./family.ts";
import { family as items } from "./items.ts";

/** Set as in the app of Fastify, because the default depends on the number of usable cores. */
const SYNC_THRESHOLD_BYTES = 4096;

export const family: Family = {
  ...items,
  prepare: async (nest) => {
    await nest.register(compress, { syncThreshold: SYNC_THRESHOLD_BYTES });
  },
};
