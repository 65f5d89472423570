import { counted, type MetricKind } from "./metric.ts";

/** How often the kernel took the CPU from a thread of the server: because it waited, or because another one got its turn. */
export const contextSwitches = {
  name: "context-switches",
  goUnit: "context-switches/op",
  label: "context switches",
  unit: "per request",
  verdicts: ["less", "more"],
  margin: 0.05,
  needsWarmth: true,
  measure: "context-switches",
  counter: {
    of: "thread",
    file: "status",
    fields: ["voluntary_ctxt_switches", "nonvoluntary_ctxt_switches"],
  },
  samples: counted("context-switches"),
} as const satisfies MetricKind;
