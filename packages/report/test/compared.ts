import { COMPARED_SCHEMA, type Compared, type MetricSamples } from "@deadheat/judge";
import { plain } from "../../judge/test/comparisons.ts";
import type { ComparedRounds } from "../src/index.ts";

/** Returns the document of a comparison without a gate. */
export function compared(own: Partial<Compared> = {}): Compared {
  return {
    schema: COMPARED_SCHEMA,
    deadheat: "0.1.0",
    startedAt: "2026-11-24T10:15:00.000Z",
    base: { name: "node-http", commit: null },
    new: { name: "express", commit: null },
    comparisons: [{ ...plain, journal: "journal/compare.jsonl" }],
    control: null,
    gate: null,
    machine: {
      cpu: "Test CPU",
      cores: 2,
      kernel: "Linux 6.1",
      os: "Test OS 1",
      oha: "1.16.0",
      isolation: "namespaces",
    },
    loaded: { packages: 3, changed: [{ name: "express", base: null, new: "5.3.0" }] },
    command: "npx deadheat@0.1.0 compare node-http express@5.3.0 --budget 60s",
    ...own,
  };
}

const sample = (base: number, next: number) => ({
  run: "run-1",
  instance: "one",
  base,
  new: next,
});
export const samples: MetricSamples = new Map([
  ["cpu", [sample(12e-6, 13.1e-6), sample(12.1e-6, 13e-6), sample(11.9e-6, 12.9e-6)]],
  ["memory-peak", [sample(92e6, 95e6), sample(91e6, 97e6), sample(94e6, 93e6)]],
]);

/** Returns what the page is drawn from. */
export function comparedRounds(own: Partial<Compared> = {}): ComparedRounds {
  const document = compared(own);
  return {
    document,
    comparisons: document.comparisons.map(() => samples),
    control: (document.control ?? []).map(() => samples),
    explained: document.comparisons.map(() => null),
  };
}
