import type { Comparison, Gate, LimitName, Versions } from "@deadheat/judge";
import { formatShare, present } from "../format.ts";
import { bytesWords, GROWTH_LABEL } from "./growth.ts";
import { metricLabel } from "./metrics.ts";

/** Returns `5 %`, or `100 B` for memory that grows. */
export function limitOf(metric: LimitName, limit: number): string {
  return metric === "memory-growth" ? bytesWords(limit) : formatShare(limit);
}

export function limitLabel(metric: LimitName): string {
  return metric === "memory-growth" ? GROWTH_LABEL : metricLabel(metric);
}

type Limits = Gate["limits"];

/** Returns what a change would do to its own limits and settings, which a reviewer should see. */
export function limitChangeSentences({ changes, settings = [], unread }: Limits): string[] {
  return present([
    ...changes.map(limitChangeSentence),
    ...settingSentences(settings),
    unread !== null &&
      `The configuration of the base cannot be read (${unread}), so the limit of this change applies.`,
  ]);
}

/** Returns `This change raises the limit from 5 % to 20 %. Until it is merged, the limit of the base (5 %) applies.` */
function limitChangeSentence(change: Limits["changes"][number]): string {
  const { request, metric = "cpu", base, new: next } = change;
  const on = metric === "cpu" ? "" : ` on ${limitLabel(metric)}`;
  const what = `${on}${request === null ? "" : ` for ${request}`}`;
  const [from, to] = [base, next].map((limit) => limit !== null && limitOf(metric, limit));
  const verb = (next ?? 0) > (base ?? 0) ? "raises" : "lowers";
  if (!from) {
    return `This change sets a limit${what} of ${to}. Until it is merged, the limit of the base applies.`;
  }
  const changed = to
    ? `${verb} the limit${what} from ${from} to ${to}`
    : `removes the limit${what} of ${from}`;
  return `This change ${changed}. Until it is merged, the limit of the base (${from}) applies.`;
}

/** Settings of the new configuration that apply at once. */
const immediate: ReadonlySet<string> = new Set(["targets", "runtimes", "services", "prepare"]);

function settingSentences(settings: NonNullable<Limits["settings"]>): string[] {
  const sentence = (isImmediate: boolean, until: string) => {
    const names = settings.filter((name) => immediate.has(name) === isImmediate).join(", ");
    return names !== "" && `This change also changes these settings: ${names}. ${until}`;
  };
  return present([
    sentence(false, "Until it is merged, the settings of the base apply."),
    sentence(true, "This applies already."),
  ]);
}

/** Returns `GET /users on node 26.10.0`, after the name of the server if it has one. */
export function whereWords(one: Pick<Comparison, "app" | "scenario" | "versions">): string {
  return `${one.app === null ? "" : `${one.app}: `}${one.scenario} on ${runtimeWords(one)}`;
}

/** Returns `node 26.10.0`, or `node 24.1.0 and 26.10.0`. */
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
