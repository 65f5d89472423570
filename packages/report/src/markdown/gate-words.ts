import type { Gated, MeasuredComparison } from "@deadheat/judge";
import { runtimeWords } from "../content/comparison-words.ts";
import { left, type Filled } from "../content/section.ts";
import { inert } from "./inert.ts";

/** `GET /users on node 26.10.0`, and of which server where it has a name; inert. */
export function whereWords(one: MeasuredComparison): string {
  const of = one.app === null ? "" : `${inert(one.app)}: `;
  return `${of}${inert(one.scenario)} on ${inert(runtimeWords(one))}`;
}

/** Servers are named where there are several. */
export function withApps(
  of: readonly Filled<MeasuredComparison>[],
  { comparisons }: Gated,
): readonly Filled<MeasuredComparison>[] {
  const several = new Set(comparisons.map(({ app }) => app)).size > 1;
  return several ? [[left("server"), ({ app }) => inert(app ?? "")], ...of] : of;
}
