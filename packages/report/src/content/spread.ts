import { spreadsWithStores, type Result } from "@deadheat/judge";
import { formatInterval, formatRatio } from "../format.ts";
import { left, right, tableOf, type Filled, type Section } from "./section.ts";

const columns: readonly Filled<ReturnType<typeof spreadsWithStores>[number]>[] = [
  [left("runtime"), ({ runtime }) => runtime],
  [left("scenario"), ({ scenario }) => scenario],
  [right("frameworks"), ({ frameworks }) => String(frameworks)],
  [left("fastest"), ({ fastest }) => fastest],
  [left("slowest"), ({ slowest }) => slowest],
  [right("apart"), ({ ratio }) => formatRatio(ratio)],
  [left("95 %"), formatInterval],
];

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
      ...tableOf(columns, spreads),
      notes: [],
    },
  ];
}
