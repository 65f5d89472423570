import { spreadsWithStores, type Result } from "@deadheat/judge";
import { formatInterval, formatRatio } from "../format.ts";
import { left, right, type Section } from "./section.ts";

/** "Does the framework matter?": where a store was measured too. */
export function spreadSection(result: Result): Section[] {
  const spreads = spreadsWithStores(result);
  if (spreads.length === 0) return [];
  return [
    {
      title: "Does the framework matter?",
      lead: [
        "The efficiency of the fastest framework of a runtime over that of its slowest, with the same " +
          "store behind both. They are the ends of many: noise alone makes such a ratio larger.",
      ],
      columns: [
        left("runtime"),
        left("scenario"),
        right("frameworks"),
        left("fastest"),
        left("slowest"),
        right("apart"),
        left("95 %"),
      ],
      rows: spreads.map((spread) => [
        spread.runtime,
        spread.scenario,
        String(spread.frameworks),
        spread.fastest,
        spread.slowest,
        formatRatio(spread.ratio),
        formatInterval(spread),
      ]),
      notes: [],
    },
  ];
}
