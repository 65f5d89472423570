import type { Warning } from "@deadheat/journal";
import type { Result } from "../documents/result.ts";

const LEVEL = 0.05;

export function instanceWarnings(
  instances: NonNullable<Result["instances"]>,
  between: Result["between"],
): Warning[] {
  return [
    ...labelled(instances),
    ...builds(instances),
    ...(between?.tau === null ? unknown(instances.length) : []),
    ...(between?.duets ?? []).filter(({ p }) => p < LEVEL).map(unlike),
  ];
}

function labelled(instances: NonNullable<Result["instances"]>): Warning[] {
  const named = instances.filter(({ instance }) => instance.startsWith("override:"));
  if (named.length === 0) return [];
  const which = instances.length === 1 ? "" : ` ${named.map(({ letter }) => letter).join(", ")}`;
  const message =
    `DEADHEAT_INSTANCE, not the machine, named the instance that measured${which}, so one machine may count as ` +
    "several.";
  return [{ code: "instance-override", message }];
}

/** Instances with builds of one kernel are compared as any two instances are. */
function builds(instances: NonNullable<Result["instances"]>): Warning[] {
  const kernels = Map.groupBy(instances, ({ kernel }) => kernel);
  if (kernels.size < 2) return [];
  const each = [...kernels].map(
    ([kernel, own]) => `${kernel} on ${own.map(({ letter }) => letter).join(", ")}`,
  );
  const message =
    `Measured under ${kernels.size} builds of one kernel version (${each.join("; ")}). Comparisons between instances ` +
    "include how much machines differ.";
  return [{ code: "kernel-builds", message }];
}

function unknown(count: number): Warning[] {
  const message =
    `Measured on ${count} instances of this class of machine, without a duet of two different servers on three of them, ` +
    "so how much instances differ is unknown. Pairs measured on different instances are undecided, and ratios to " +
    "node-http/node across instances are less reliable than their intervals. Use more shards.";
  return [{ code: "instances-unknown", message }];
}

/** Returns the warning for a duet that differs between instances. The intervals contain the difference already. */
function unlike(duet: NonNullable<Result["between"]>["duets"][number]): Warning {
  const { q, df, p, tau } = duet;
  const message =
    `${duet.new} to ${duet.base} (${duet.scenario}) differs by instance: Cochran's Q is ${q.toFixed(1)} on ` +
    `${duet.instances} instances, where ${df} is expected (p ${p < 0.001 ? "< 0.001" : `= ${p.toFixed(3)}`}), tau ` +
    `${(100 * tau).toFixed(1)} %. ` +
    "Comparisons between instances include this; comparisons within one do not need to.";
  return { code: "instances-differ", message };
}
