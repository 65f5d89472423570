import type { Compared, RankedServers } from "@deadheat/judge";
import { formatRank } from "../format.ts";
import { namesOf } from "./names.ts";
import { changeAndInterval, inOneUnit } from "./metrics.ts";
import type { Table } from "./blocks.ts";

/** Returns the answer about more than two servers: which one is the fastest, or which may be. */
export function rankedAnswer(ranked: RankedServers, document: Compared): string {
  const first = ranked.servers.filter(({ rank }) => rank[0] === 1);
  const names = first.map(({ server }) => nameIn(document, server));
  if (names.length === 1) return `${names[0]} is the fastest of ${ranked.servers.length}`;
  return `No single winner: any of these ${names.length} of ${ranked.servers.length} may be the fastest: ${names.join(", ")}`;
}

/** Returns the table of more than two servers: a row each, the fastest first. */
export function rankedTable(ranked: RankedServers, document: Compared): Table {
  const cpu = inOneUnit(
    "cpu",
    ranked.servers.map((one) => one.cpu),
  );
  return {
    kind: "table",
    label: `The servers, ${ranked.scenario}`,
    columns: [
      { name: "rank", align: "right", priority: 0 },
      { name: "server", align: "left", priority: 0 },
      { name: "CPU per request", align: "right", priority: 0 },
      { name: "vs. base", align: "left", priority: 0 },
      { name: "rounds", align: "right", priority: 1 },
      { name: "tie", align: "left", priority: 0 },
    ],
    rows: ranked.servers.map(({ server, rank, tie, timeRatio, rounds }, i) => [
      formatRank(rank),
      nameIn(document, server),
      cpu[i] ?? "",
      timeRatio === null ? "base" : changeAndInterval(timeRatio),
      rounds === 0 ? "" : String(rounds),
      tie.join(" "),
    ]),
  };
}

/** Returns what the table means. */
export function rankedSentences({ pairs, decided, ties }: RankedServers, margin: number): string[] {
  const undecided = pairs - decided - ties;
  return [
    `${pairs} pairs: ${decided} differ significantly, ${ties} tie (within ${100 * margin} %, same letter), ${undecided} undecided.`,
  ];
}

/** Returns `hono 4.12.0` for a label such as `hono@4.12.0/node`. */
function nameIn({ comparisons }: Compared, server: string): string {
  const one = comparisons.find((own) => own.base === server || own.new === server);
  if (one === undefined) return server;
  const names = namesOf(one);
  return one.base === server ? names.base : names.new;
}
