import type { RoundRecord, Warning } from "@deadheat/journal";

/** Returns the reason that the growth of memory is unknown; null if every round has it. */
export function growthUnknown(records: readonly RoundRecord[]): string | null {
  for (const { further } of records) {
    const { growth } = further ?? {};
    if (growth === undefined) return "it was not measured";
    if (growth.sides === null) return growth.void ?? "it was not measured";
  }
  return null;
}

/** Returns a warning if the growth of memory was asked for and could not be measured. */
export function growthWarnings(records: readonly RoundRecord[]): Warning[] {
  const reason = records.some(({ further }) => further?.growth) ? growthUnknown(records) : null;
  if (reason === null) return [];
  return [{ code: "no-memory-growth", message: `Memory growth could not be measured: ${reason}.` }];
}
