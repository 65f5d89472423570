import {
  measureNames,
  measureOf,
  metricKind,
  metricNames,
  type LimitName,
  type Limits,
  type Measure,
  type MetricName,
} from "@deadheat/judge";
import { furtherLoads, type Counters, type FurtherWanted } from "@deadheat/measure";

/** The parts of a comparison's metrics that not every round measures. */
export interface ExtraMeasures {
  /** The loads after the window of a round. */
  readonly further: FurtherWanted;
  /** The counters that are read in its windows, by metric. */
  readonly counters: Counters;
  /** true if the installed dependencies are counted, which takes no round. */
  readonly size: boolean;
}

/** Returns what is measured on request, and what the gates and the primary metric need. */
export function wantedFor(
  asked: readonly Measure[] | undefined,
  limits: Limits,
  primary: MetricName,
  rate?: number | null,
): ExtraMeasures {
  const needed = new Set([...(Object.keys(limits) as LimitName[]), primary].map(measureOf));
  if (rate != null) needed.add("latency");
  const measures = measureNames.filter((one) => asked?.includes(one) || needed.has(one));
  const has = (one: string | null) => measures.some((own) => own === one);
  const counters = metricNames.flatMap((name) => {
    const { counter, measure } = metricKind(name);
    return counter && has(measure) ? [[name, counter] as const] : [];
  });
  return {
    further: { loads: furtherLoads.filter(has), ...(rate != null && { rate }) },
    counters: Object.fromEntries(counters),
    size: has("size"),
  };
}
