import type { Order, Result } from "@deadheat/judge";
import { counted, someOf } from "../format.ts";
import { left, right, tableOf, type Filled, type Section } from "./section.ts";

type Pair = Order["scenarios"][number];

/** The largest number of pairs of scenarios that are listed, and of targets that are named. */
const MOST_PAIRS = 10;
const MOST_TARGETS = 8;

const columns: readonly Filled<Pair>[] = [
  [left("scenarios"), ({ a, b }) => `${a}, ${b}`],
  [right("targets", 4), ({ targets }) => String(targets)],
  [right("swapped", 2), ({ turned }) => String(turned)],
  [right("agree", 2), ({ agree }) => String(agree)],
  [right("unproven", 3), ({ unproven }) => String(unproven)],
];

/** Returns how far scenarios have the same order, those that differ most first; nothing about a single scenario. */
export function orderSections({ order }: Pick<Result, "order">): Section[] {
  if (order === undefined || order === "versions") return [];
  const pairs = order.scenarios.toSorted((a, b) => b.turned - a.turned || a.agree - b.agree);
  const more = pairs.length - MOST_PAIRS;
  return [
    {
      title: "Does the scenario change the order?",
      lead: [
        "Pairs of targets whose order is proven in both scenarios either agree or swapped places. All other pairs are unproven.",
      ],
      ...tableOf(columns, pairs.slice(0, MOST_PAIRS)),
      notes: [
        ...(more > 0 ? [`And ${more} more pairs of scenarios: see order in result.json.`] : []),
        ...turnedSentence(order),
      ],
    },
  ];
}

function turnedSentence({ targets }: Order): string[] {
  const turned = targets.filter((one) => one.turned > 0);
  const named = turned.map((one) => `${one.target} (${counted(one.turned, "pair")})`);
  const most = `Targets that depend most on the scenario: ${someOf(named, MOST_TARGETS)}.`;
  return named.length === 0 ? [] : [most];
}
