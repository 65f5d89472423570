import compression from "compression";
import type { Family } from "./family.ts";
import { family as items } from "./items.ts";

export const family: Family = { ...items, prepare: (nest) => void nest.use(compression()) };
