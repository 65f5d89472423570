import { join } from "node:path";
import { isOff, type Gated, type MeasuredComparison } from "@deadheat/judge";
import { formatInterval, formatPercent, formatRatio, printable } from "@deadheat/report/format";
import { comparisonsText } from "./comparisons.ts";

/**
 * A gate in sentences, without the reason that there may be nothing.
 * @param out where its journals are
 */
export function gatedText({ comparisons, control, limits }: Gated, out: string | null): string {
  const found = comparisons.map((one) => ({ ...one, journal: join(out ?? "", one.journal) }));
  const lines = [...(control ?? []).map(controlLine), ...limits.changes.map(changeLine)];
  const together = found.length + (control?.length ?? 0);
  return [comparisonsText(found, together), ...lines.map((line) => `${printable(line)}\n`)].join(
    "",
  );
}

function controlLine(one: MeasuredComparison): string {
  const word = isOff(one) ? "off, as it excludes 1" : "as it must be, it does not exclude 1";
  return `control: ${one.a} against itself ${formatRatio(one.ratio)} ${formatInterval(one)} (${one.scenario}), ${word}.`;
}

function changeLine({ request, base, new: other }: Gated["limits"]["changes"][number]): string {
  const limit = (of: number | null) => (of === null ? "none of its own" : formatPercent(of));
  const of = request === null ? "" : ` for ${request}`;
  return `! the new one's configuration changes the gate${of} from ${limit(base)} to ${limit(other)}: what the base has counts.`;
}
