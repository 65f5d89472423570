import { amount, ratio } from "@deadheat/journal";
import * as v from "valibot";

/** A ratio of CPU time per request, new over base: above 1 is slower. */
export const timeRatioSchema = v.object({ ratio, lo: ratio, hi: ratio });

/** The servers of a comparison of more than two, ranked by CPU time per request with one request. */
export const rankedServersSchema = v.object({
  scenario: v.string(),
  /** The number of pairs of servers; those with a faster server; those that are a tie. The others are undecided. */
  pairs: amount,
  decided: amount,
  ties: amount,
  servers: v.array(
    v.object({
      server: v.string(),
      /** The interval of ranks. */
      rank: v.tuple([amount, amount]),
      /** The letters of its ties: two servers share a letter exactly if they are proven to be the same. */
      tie: v.array(v.string()),
      /** The CPU seconds per request. */
      cpu: amount,
      /** The CPU time per request over that of the base, with the interval of the comparison; null for the base itself. */
      timeRatio: v.nullable(timeRatioSchema),
      /** The number of rounds; 0 for the base. */
      rounds: amount,
    }),
  ),
});
export type RankedServers = v.InferOutput<typeof rankedServersSchema>;
