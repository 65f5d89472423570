import type { Warning } from "@deadheat/journal";
import type { Result } from "../documents/result.ts";

const LEVEL = 0.05;

export function instanceWarnings(
  instances: NonNullable<Result["instances"]>,
  between: Result["between"],
): Warning[] {
  return [
    ...labelled(instances),
    ...kernelBuilds(instances),
    ...(between?.tau === null
      ? [{ code: "instances-unknown", facts: { instances: instances.length } } as const]
      : []),
    ...(between?.duets ?? []).filter(({ p }) => p < LEVEL).map(unlike),
  ];
}

function labelled(instances: NonNullable<Result["instances"]>): Warning[] {
  const named = instances.filter(({ instance }) => instance.startsWith("override:"));
  if (named.length === 0) return [];
  const letters = named.map(({ letter }) => letter);
  return [{ code: "instance-override", facts: { instances: letters, of: instances.length } }];
}

/** Instances with builds of one kernel are compared as any two instances are. */
function kernelBuilds(instances: NonNullable<Result["instances"]>): Warning[] {
  const kernels = Map.groupBy(instances, ({ kernel }) => kernel);
  if (kernels.size < 2) return [];
  const builds = [...kernels].map(([kernel, own]) => {
    return { kernel: `${kernel}`, instances: own.map(({ letter }) => letter) };
  });
  return [{ code: "kernel-builds", facts: { builds } }];
}

/** Returns the warning for a duet that differs between instances. The intervals contain the difference already. */
function unlike(duet: NonNullable<Result["between"]>["duets"][number]): Warning {
  const { new: next, base, scenario, q, df, p, tau, instances } = duet;
  return {
    code: "instances-differ",
    facts: { new: next, base, scenario, q, df, p, tau, instances },
  };
}
