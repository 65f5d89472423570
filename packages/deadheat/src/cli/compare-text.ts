import { budgetWords } from "@deadheat/judge";
import { formatHalfWidth, formatInterval, formatRatio, printable } from "@deadheat/report/format";
import type { ServersCompared } from "../servers.ts";

/** What was found of two servers, in sentences about the new one. */
export function compareSentences(compared: ServersCompared): string {
  const { ratio, lo, hi, n, versions, warnings, journal } = compared;
  const lines = [
    `${verdict(compared)} (${compared.request}).`,
    ...open(compared),
    `ratio ${formatRatio(ratio)} of the base's requests per CPU-second, 95 % interval ${formatInterval({ lo, hi })} ` +
      `(${formatHalfWidth({ ratio, lo, hi })}), ${n} blocks; ${bound(compared)}`,
    `${compared.base} on ${versions.base}, ${compared.new} on ${versions.new}`,
    ...warnings.map(({ message }) => `! ${message}`),
    `blocks: ${journal}`,
    "",
  ];
  return lines.map(printable).join("\n");
}

function verdict({
  base,
  new: other,
  ratio,
  lo,
  hi,
  verdict: word,
  margin,
}: ServersCompared): string {
  const percent = (share: number) => `${Math.abs(100 * share).toFixed(1)} %`;
  const [from, to] = [lo - 1, hi - 1].toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const between = `[${percent(from ?? 0)}, ${percent(to ?? 0)}]`;
  return {
    faster: `${other} is ${percent(ratio - 1)} faster than ${base} ${between}`,
    slower: `${other} is ${percent(ratio - 1)} slower than ${base} ${between}`,
    "dead-heat": `dead heat: ${other} and ${base} are within ${percent(margin)} of each other`,
    undecided: `undecided: neither that ${other} and ${base} differ nor that they are within ${percent(margin)} of each other is proven`,
  }[word];
}

/** What would decide it. */
function open({ verdict: word, moreBlocks, n, blockSeconds }: ServersCompared): string[] {
  if (word !== "undecided" || moreBlocks === null) return [];
  const budget = budgetWords((n + moreBlocks) * blockSeconds);
  return [`About ${moreBlocks} more blocks would probably decide it: --budget ${budget}.`];
}

function bound({ base, new: other, bound: by }: ServersCompared): string {
  return by.base === by.new ? `both ${by.base}` : `${base} ${by.base}, ${other} ${by.new}`;
}
