import type { Gated, MeasuredComparison } from "@deadheat/judge";
import { whereWords } from "../content/comparison-words.ts";
import { left, type Filled } from "../content/section.ts";
import { inert } from "./inert.ts";

/** Returns the request, the runtime and the server's name as inert text. */
export function where(one: MeasuredComparison): string {
  return whereWords(one, inert);
}

/** Servers are named where there are several. */
export function withApps<T extends Pick<MeasuredComparison, "app">>(
  of: readonly Filled<T>[],
  { comparisons }: Gated,
): readonly Filled<T>[] {
  const several = new Set(comparisons.map(({ app }) => app)).size > 1;
  return several ? [[left("server"), ({ app }) => inert(app ?? "")], ...of] : of;
}
