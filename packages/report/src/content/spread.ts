import type { Result } from "@deadheat/judge";
import { formatInterval, formatRatio } from "../format.ts";
import { left, right, tableOf, type Filled, type Section } from "./section.ts";

type FrameworkSpread = NonNullable<Result["spreads"]>[number];

const spreadColumns: readonly Filled<FrameworkSpread>[] = [
  [left("runtime"), ({ runtime }) => runtime],
  [left("scenario"), ({ scenario }) => scenario],
  [right("frameworks"), ({ frameworks }) => String(frameworks)],
  [left("fastest"), ({ fastest }) => fastest],
  [left("slowest"), ({ slowest }) => slowest],
  [right("apart"), ({ ratio }) => formatRatio(ratio)],
  [left("95 %"), formatInterval],
];

/** Returns how far apart the frameworks of a runtime are, if a scenario with a store was measured. */
export function spreadSection(spreads: readonly FrameworkSpread[]): Section[] {
  if (spreads.length === 0) return [];
  return [
    {
      title: "Does the framework matter?",
      lead: [
        "The efficiency of the fastest framework of a runtime over that of its slowest, with the same " +
          "store behind both. They are the extremes of many: noise alone makes this ratio larger.",
      ],
      ...tableOf(spreadColumns, spreads),
      notes: [],
    },
  ];
}
