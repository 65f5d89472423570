import { halfWidth } from "@deadheat/stats";
import { formatPercent } from "../format.ts";
import { runtimes, type PageData } from "./data/page-data.ts";
import { runtimeName } from "./parts/marks.ts";
import { bridgeInterval } from "./data/ratios.ts";

/** Returns `about 12 more blocks of each`. */
export function blocksWords(blocks: number | null): string {
  if (blocks === null) return "more than blocks can tell";
  return `about ${blocks.toLocaleString("en-US")} more ${blocks === 1 ? "block" : "blocks"} of each`;
}

/** Returns how uncertain a comparison across runtimes is. The text is empty if only one runtime was measured. */
export function bridgeNoise(data: PageData, scenario: string): string {
  const bridges = runtimes.flatMap((runtime) => {
    const bridge = runtime === "node" ? null : bridgeInterval(runtime, scenario, data);
    return bridge ? [`${runtimeName[runtime]} ± ${formatPercent(halfWidth(bridge))}`] : [];
  });
  return bridges.length === 0 ? "" : ` Across runtimes: ${listed(bridges)} to Node.`;
}

export function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
