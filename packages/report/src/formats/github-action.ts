import type { Result } from "@deadheat/judge";
import { formatInterval, formatRank } from "../format.ts";

/**
 * Returns a result for github-action-benchmark with `tool: customBiggerIsBetter`: the efficiency of every ranked cell
 * relative to node-http/node. `range` has room for one width only, which is the interval's wider side. `extra`, shown
 * on hover, has both bounds.
 */
export function renderGithubAction(result: Result): string {
  const entries = result.cells.flatMap(({ target, scenario, efficiency, bottleneck, rank }) => {
    const ratio = efficiency?.toNodeHttp;
    if (!ratio) return [];
    const wider = Math.max(ratio.hi - ratio.ratio, ratio.ratio - ratio.lo);
    const extra =
      `95 % interval ${formatInterval(ratio)}\nlo: ${ratio.lo}\nhi: ${ratio.hi}\n` +
      `n: ${efficiency.toFloor.n}\nrank: ${rank ? formatRank(rank) : "none"}\nbottleneck: ${bottleneck}\n${result.floors.node} is 1`;
    return [
      {
        name: `${scenario}: ${target}`,
        unit: "x node:http",
        value: ratio.ratio,
        range: `± ${wider.toPrecision(3)}`,
        extra,
      },
    ];
  });
  return `${JSON.stringify(entries, null, 2)}\n`;
}
