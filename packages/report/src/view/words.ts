import { halfWidth } from "@deadheat/stats";
import type { Result } from "@deadheat/judge";
import { runtimes } from "@deadheat/journal";
import { formatPercent } from "../format.ts";
import { runtimeName } from "./parts/marks.ts";

/** Returns `about 12 more rounds of each`. */
export function roundsWords(rounds: number): string {
  return `about ${rounds.toLocaleString("en-US")} more ${rounds === 1 ? "round" : "rounds"} of each`;
}

/** Returns how uncertain a comparison across runtimes is. The text is empty if only one runtime was measured. */
export function bridgeNoise({ bridges, floors }: Result, scenario: string): string {
  const noise = runtimes.flatMap((runtime) => {
    const bridge = bridges.find(
      (one) => one.floor === floors[runtime] && one.scenario === scenario,
    );
    return bridge ? [`${runtimeName[runtime]} ± ${formatPercent(halfWidth(bridge))}`] : [];
  });
  return noise.length === 0 ? "" : ` Across runtimes: ${listed(noise)}, relative to Node.`;
}

export function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
