import { testRounds } from "../traffic-round.ts";

testRounds(["large-post", "static-304", "stream"]);
