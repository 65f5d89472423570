import type { RoundRecord, Warning } from "@deadheat/journal";

/** Returns a warning if rounds were measured while other duets ran on other CPUs of the same machine. */
export function alongsideWarnings(rounds: readonly Pick<RoundRecord, "alongside">[]): Warning[] {
  const beside = rounds.flatMap(({ alongside = 0 }) => (alongside > 0 ? [alongside] : []));
  if (beside.length === 0) return [];
  const most = Math.max(...beside);
  const message =
    `${beside.length} of ${rounds.length} rounds were measured beside up to ${most} other ${most === 1 ? "duet" : "duets"}. Each ` +
    "has CPUs of its own, but all share the machine's memory and caches. To measure one at a time, use --parallel 1.";
  return [{ code: "side-by-side", message }];
}
