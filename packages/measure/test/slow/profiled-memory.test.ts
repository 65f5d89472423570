import { testLivingObjects } from "../profiled-memory.ts";

testLivingObjects("deno");
