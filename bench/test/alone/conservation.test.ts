import { testCounts } from "../conserved.ts";

testCounts("node");
