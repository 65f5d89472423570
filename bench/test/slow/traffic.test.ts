import { testRounds } from "../traffic-round.ts";

testRounds(["large-post", "static-304"]);
// A stream of 300 responses a second needs a window that is much longer than the load before it.
testRounds(["stream"], 3);
