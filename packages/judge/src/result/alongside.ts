import type { RoundRecord, Warning } from "@deadheat/journal";

/** Returns a warning if rounds were measured while other duets ran on other CPUs of the same machine. */
export function alongsideWarnings(rounds: readonly Pick<RoundRecord, "alongside">[]): Warning[] {
  const beside = rounds.flatMap(({ alongside = 0 }) => (alongside > 0 ? [alongside] : []));
  if (beside.length === 0) return [];
  const most = Math.max(...beside);
  const facts = { rounds: beside.length, of: rounds.length, most };
  return [{ code: "side-by-side", facts }];
}
