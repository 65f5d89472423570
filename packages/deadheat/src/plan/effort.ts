import type { MetricName } from "@deadheat/judge";
import type { Options } from "./options.ts";

/** How rounds are measured and judged. */
export interface Effort {
  /** null to draw one. */
  readonly seed: number | null;
  readonly rounds: number | null;
  readonly until: number | null;
  readonly primary: MetricName;
  readonly functions: number | null;
  readonly explain: boolean;
  readonly control: boolean;
  readonly aa: boolean;
  /** Whether each request is measured, whatever the change touches. */
  readonly each: boolean;
  /** Whether many requests are measured in one load. */
  readonly together: boolean;
}

/** The options for the machine, the load and the folder of the run. */
export type TestbedOptions = Pick<
  Options,
  | "warmupRequests"
  | "windowSeconds"
  | "connections"
  | "allowConcurrent"
  | "parallel"
  | "isolation"
  | "signal"
  | "note"
> & { readonly out: string | null };

/** Returns the options of the machine, the load and the folder. */
export function testbedOf({
  warmupRequests,
  windowSeconds,
  connections,
  allowConcurrent,
  parallel,
  isolation,
  signal,
  note,
  out = null,
}: Options): TestbedOptions {
  const load = { warmupRequests, windowSeconds, connections };
  return { ...load, allowConcurrent, parallel, isolation, signal, note, out };
}

/** Returns the options of rounds and verdicts, each with a value. */
export function effortOf({ seed, rounds, until, functions, ...options }: Options): Effort {
  const { primary = "cpu", explain = false, control = false, aa = false } = options;
  const { each = false, together = false } = options;
  return {
    seed: seed ?? null,
    rounds: rounds ?? null,
    until: until ?? null,
    functions: functions ?? null,
    primary,
    explain,
    control,
    aa,
    each,
    together,
  };
}
