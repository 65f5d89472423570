import { runtimePattern, type Runtime } from "@deadheat/journal";
import type { History } from "@deadheat/judge";
import type { Explanation, Published } from "./published.ts";

const RUNTIME = new RegExp(String.raw`\/(?:${runtimePattern})$`);
const RELEASE = new RegExp(String.raw`\/(?:${runtimePattern})@[^/]+$`);

/** A version of a history, and its field in the result. */
interface Version {
  readonly target: string;
  readonly label: string;
  /** The field, such as `history/hono#history.versions.3`. */
  readonly at: string;
}

/** Two neighboring versions, and the verdict about the newer one. */
export interface Step extends Omit<History["steps"][number], "base" | "new"> {
  readonly from: Published;
  /** The field, such as `history/hono#history.steps.3`. */
  readonly at: string;
  readonly runtime: Runtime;
  /** The package or server whose versions these are: `koa`, `@nestjs/core`. */
  readonly server: string;
  /** true if the versions are those of the runtime. */
  readonly isOfRuntime: boolean;
  readonly base: Version;
  readonly new: Version;
  /** The time of the newer version's release; empty if it is not known. */
  readonly releasedAt: string;
  /** The explanation of the difference between these two; absent if none was published. */
  readonly why: Explanation | undefined;
}

/** Returns how far a ratio is from 1, the same for a half and for a double. */
export function sizeOf(ratio: number): number {
  return Math.abs(Math.log(ratio));
}

export function stepsOf(from: Published): Step[] {
  const { history } = from.result;
  if (!history) return [];
  return history.steps.flatMap((step, i): Step[] => {
    const [base, next] = [step.base, step.new].map((target) => versionOf(from, history, target));
    const series = history.series.find(({ name }) => name === step.series);
    if (!base || !next || !series) return [];
    return [
      {
        ...step,
        from,
        at: `${from.name}#history.steps.${i}`,
        runtime: series.runtime,
        server: step.series.replace(RUNTIME, ""),
        isOfRuntime: RELEASE.test(step.new),
        base,
        new: next,
        releasedAt: next.releasedAt ?? "",
        why: from.reasons.find(
          ({ explained }) =>
            explained.base.name === step.base &&
            explained.new.name === step.new &&
            explained.scenario === step.scenario,
        ),
      },
    ];
  });
}

function versionOf({ name }: Published, { versions }: History, target: string) {
  const i = versions.findIndex((version) => version.target === target);
  const found = versions[i];
  return found && { ...found, at: `${name}#history.versions.${i}` };
}
