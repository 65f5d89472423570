import compress from "@fastify/compress";
import type { Family } from "./family.ts";
import { family as items } from "./items.ts";

/** As in the app of Fastify alone: its default depends on the cores that a process may use. */
const SYNC_THRESHOLD_BYTES = 4096;

export const family: Family = {
  ...items,
  prepare: async (nest) => {
    await nest.register(compress, { syncThreshold: SYNC_THRESHOLD_BYTES });
  },
};
