import {
  slowdownAt,
  type Comparison,
  type Gated,
  type LimitName,
  type MeasuredComparison,
  type Versions,
} from "@deadheat/judge";
import { bytesWords } from "./growth.ts";

/** `5 %`, `2.5 %`: as many digits as it has. */
export function share(of: number): string {
  return `${Number((100 * of).toPrecision(4))} %`;
}

/** `8.1 %`. */
export function percent(of: number): string {
  return `${(100 * of).toFixed(1)} %`;
}

/** `1.5`: the largest slowdown that an interval allows, in percent, rounded up. */
export function mostSlowdown({ lo }: Pick<Comparison, "lo">): number {
  // 1 / 0.985 is no short number.
  return Math.ceil(1000 * slowdownAt(lo) - 1e-9) / 10;
}

/** Returns `5 %`, or `100 B` for memory that grows. */
export function limitOf(metric: LimitName, limit: number): string {
  return metric === "memory-growth" ? bytesWords(limit) : share(limit);
}

type Setting = NonNullable<Gated["limits"]["settings"]>[number];

/** `budget from 60s to 1s`, `request from GET /slow to none`. */
export function settingWords({ setting, base, new: next }: Setting): string {
  return `${setting} from ${base ?? "none"} to ${next ?? "none"}`;
}

/**
 * Returns `the gate for GET /slow from 5 % to none of its own`.
 * @param shown returns a name from outside as the format shows it
 */
export function limitWords(
  { request, metric = "cpu", base, new: next }: Gated["limits"]["changes"][number],
  shown: (name: string) => string,
): string {
  const [from, to] = [base, next].map((limit) =>
    limit === null ? "none of its own" : limitOf(metric, limit),
  );
  const of = metric === "cpu" ? "" : ` on ${metric}`;
  return `the gate${of}${request === null ? "" : ` for ${shown(request)}`} from ${from} to ${to}`;
}

/** Returns `GET /users on node 26.10.0`, after the name of the server if it has one. */
export function whereWords(
  { app, scenario, versions }: Pick<MeasuredComparison, "app" | "scenario" | "versions">,
  shown: (name: string) => string,
): string {
  const of = app === null ? "" : `${shown(app)}: `;
  return `${of}${shown(scenario)} on ${shown(runtimeWords({ versions }))}`;
}

/** `node 26.10.0`, `node 24.1.0 and 26.10.0`; as it stands in the document. */
export function runtimeWords({
  versions: { base, new: next },
}: Pick<Comparison, "versions">): string {
  const [before, after] = [versionOf(base), versionOf(next)];
  if (before === after) return before;
  return base.runtimeName === next.runtimeName
    ? `${before} and ${next.runtime}`
    : `${before} and ${after}`;
}

function versionOf({ runtimeName, runtime }: Versions): string {
  return runtimeName === null ? "any runtime" : `${runtimeName} ${runtime ?? ""}`.trim();
}
