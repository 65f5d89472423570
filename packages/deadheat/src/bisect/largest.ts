import type { Bisected, BisectedChange } from "@deadheat/judge";

export function largestOf({ changes }: Pick<Bisected, "changes">): BisectedChange | undefined {
  const sizeOf = ({ measured }: BisectedChange) => Math.abs(Math.log(measured.ratio));
  return changes
    .filter(({ state }) => state === "confirmed")
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
}
