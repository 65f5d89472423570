import type { BlockRecord, Warning } from "@deadheat/journal";

/** Returns a warning if the growth of memory was asked for and could not be measured. */
export function growthWarnings(records: readonly BlockRecord[]): Warning[] {
  const reasons = records.flatMap(({ further }) => further?.growth?.void ?? []);
  const [first] = reasons;
  if (first === undefined) return [];
  const message = `memory growth could not be measured in ${reasons.length} of ${records.length} blocks: ${first}`;
  return [{ code: "no-memory-growth", message }];
}
