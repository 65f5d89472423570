import { testCounts } from "../conserved.ts";

testCounts("bun");
testCounts("deno");
