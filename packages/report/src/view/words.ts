import { halfWidth } from "@deadheat/stats";
import { formatDate, formatDuration, formatPercent } from "../format.ts";
import { runtimes, type PageData } from "./data/page-data.ts";
import { runtimeName } from "./parts/marks.ts";
import { bridgeInterval } from "./data/ratios.ts";

// What the report says in words, without anything that a statistician has to translate.

/** `about 12 more blocks of each`; a block is what the page else calls a race. */
export function blocksWords(blocks: number | null): string {
  if (blocks === null) return "more than blocks can tell";
  return `about ${blocks.toLocaleString("en-US")} more ${blocks === 1 ? "block" : "blocks"} of each`;
}

/** How much less sure a comparison across runtimes is; empty where there is one runtime. */
export function bridgeNoise(data: PageData, scenario: string): string {
  const bridges = runtimes.flatMap((runtime) => {
    const bridge = runtime === "node" ? null : bridgeInterval(runtime, scenario, data);
    return bridge ? [`${runtimeName[runtime]} ± ${formatPercent(halfWidth(bridge))}`] : [];
  });
  return bridges.length === 0 ? "" : ` Across runtimes less is seen: ${listed(bridges)} to Node.`;
}

/** Why that is so, beside the ranking. */
export function bridgeWords(data: PageData, scenario: string): string {
  const noise = bridgeNoise(data, scenario);
  if (noise === "") return "";
  return (
    "Every target raced the thinnest server of its own runtime, and those servers raced each other. A " +
    `comparison across runtimes carries the uncertainty of those races as well.${noise}`
  );
}

/** `26 targets on AMD EPYC (2 CPUs), 2026-11-21 11:26 UTC, 174 races in 19 min 19 s`. */
export function runWords(data: PageData): string {
  const { run, cpu, cores } = data;
  const targets = new Set(data.cells.filter((c) => c.rank !== null).map((c) => c.target)).size;
  return (
    `${targets} targets on ${cpu}, ${cores} CPUs · ${formatDate(run.startedAt)} UTC · ` +
    (run.blocks > 0 ? `${run.blocks} races in ${formatDuration(run.seconds)}` : "from the cache")
  );
}

export function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
