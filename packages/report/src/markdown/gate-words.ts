import type { Comparison, Gated, MeasuredComparison, Versions } from "@deadheat/judge";
import { left, type Filled } from "../content/section.ts";
import { inert } from "./inert.ts";

/** `5 %`, `2.5 %`: as many digits as it has. */
export function share(of: number): string {
  return `${Number((100 * of).toPrecision(4))} %`;
}

/** `8.1 %`. */
export function percent(of: number): string {
  return `${(100 * of).toFixed(1)} %`;
}

/** `GET /users on node 26.10.0`, and of which server where it has a name; inert. */
export function whereWords(one: MeasuredComparison): string {
  const of = one.app === null ? "" : `${inert(one.app)}: `;
  return `${of}${inert(one.scenario)} on ${inert(runtimeWords(one))}`;
}

/** `node 26.10.0`, `node 24.1.0 and 26.10.0`; as it stands in the document. */
export function runtimeWords({ versions: { a, b } }: Pick<Comparison, "versions">): string {
  const [base, other] = [versionOf(a), versionOf(b)];
  if (base === other) return base;
  return a.runtimeName === b.runtimeName ? `${base} and ${b.runtime}` : `${base} and ${other}`;
}

function versionOf({ runtimeName, runtime }: Versions): string {
  return runtimeName === null ? "any runtime" : `${runtimeName} ${runtime ?? ""}`.trim();
}

/** Servers are named where there are several. */
export function withApps(
  of: readonly Filled<MeasuredComparison>[],
  { comparisons }: Gated,
): readonly Filled<MeasuredComparison>[] {
  const several = new Set(comparisons.map(({ app }) => app)).size > 1;
  return several ? [[left("server"), ({ app }) => inert(app ?? "")], ...of] : of;
}
