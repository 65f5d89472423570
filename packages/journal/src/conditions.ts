import type { Content } from "./contents.ts";
import { UsageError } from "./errors.ts";
import type { RunRecord } from "./record/record.ts";
import { floors, referenceOf } from "./floors.ts";
import { classDifference } from "./machine-class.ts";

/** A condition of a journal. The value must be the same in all journals that have the condition. */
interface Condition {
  readonly key: string;
  readonly value: unknown;
  /** The name of what the condition is about, if it need not be the same for all: a target, an instance. */
  readonly of?: string;
  /** A sentence that helps if the values differ. */
  readonly hint?: string;
}

/** The conditions of a journal, in the order in which they are checked. */
const conditions: readonly ((run: RunRecord) => readonly Condition[])[] = [
  ({ settings, sources }) => [
    ...Object.entries(settings.tools).map(([name, { sha256 }]) => {
      return { key: `tools.${name}.sha256`, value: sha256 };
    }),
    ...loadKeys.map((key) => ({ key: `load.${key}`, value: text(settings.load[key]) })),
    { key: "sources.harness", value: sources.harness },
  ],
  ({ target, version, sources }) => [
    { key: "version", value: version, of: target },
    { key: "sources.app", value: sources.app, of: target },
  ],
  // Not all journals have every measure. The number of samples may differ.
  ({ settings: { sweep, latency, cost } }) =>
    Object.entries({ sweep, latency, cost }).flatMap(([measure, own]) =>
      Object.entries(own ?? {})
        .filter(([key]) => key !== "rounds")
        .map(([key, value]) => ({ key: `${measure}.${key}`, value: text(value) })),
    ),
  // No label may name two machines. Different kernels of one instance give that away.
  ({ instance: of, settings }) => {
    const hint = `Both are instance ${of}: give each machine a DEADHEAT_INSTANCE of its own, or none.`;
    return of === undefined
      ? []
      : [{ key: "machine.kernel", value: settings.machine.kernel, of, hint }];
  },
  // All targets must have met the same version of a floor, else they cannot be compared.
  ({ target, runtime, against, sources }) => [
    {
      key: against ?? appOf(referenceOf({ name: target, runtime })),
      value: sources.floor,
    },
    ...(target === floors[runtime] ? [{ key: appOf(target), value: sources.app }] : []),
  ],
  // Not all journals use a service or a client.
  ({ settings: { services } }) =>
    Object.entries({ services: services?.running, clients: services?.clients }).flatMap(
      ([kind, used]) =>
        Object.entries(used ?? {}).map(([name, one]) => {
          return { key: `${kind}.${name}`, value: JSON.stringify(one) };
        }),
    ),
];

const loadKeys = ["warmup", "windowSeconds", "connections", "workerThreads"] as const;

function text(value: unknown): unknown {
  if (Array.isArray(value)) return value.join();
  return typeof value === "object" ? JSON.stringify(value) : value;
}

function appOf(target: string): string {
  return `apps/${target.split("/")[0]}`;
}

/**
 * Checks that journals may be compared or merged: the same work (scenario, load, versions, sources) on the same
 * machine.
 * @throws UsageError that names the first condition in which two journals differ. Their records are never pooled.
 */
export function refuseUnlike(contents: readonly Content[]): void {
  const [first] = contents;
  if (!first) return;
  for (const other of contents) refuseOtherClass(first, other);
  for (const conditionsOf of conditions) {
    const seen = new Map<string, { readonly value: unknown; readonly content: Content }>();
    for (const content of contents) {
      for (const { key, value, of = "", hint } of conditionsOf(content.run)) {
        const name = `${key} ${of}`;
        const earlier = seen.get(name) ?? { value, content };
        seen.set(name, earlier);
        if (earlier.value === value) continue;
        throw unlike(key, earlier.value, value, earlier.content, content, hint);
      }
    }
  }
}

function refuseOtherClass(a: Content, b: Content): void {
  const difference = classDifference(a.run.settings.machine, b.run.settings.machine);
  if (difference) throw unlike(difference.key, ...difference.values, a, b, difference.hint);
}

function unlike(
  key: string,
  ours: unknown,
  theirs: unknown,
  a: Content,
  b: Content,
  hint = "",
): UsageError {
  return new UsageError(
    `These journals were measured under different conditions and cannot be merged: ${key} is ${String(ours)} in\n` +
      `  ${a.path}\nand ${String(theirs)} in\n  ${b.path}\n${hint && `${hint}\n`}` +
      "Measure again with `pnpm bench --force`, or merge only journals of the same conditions.",
  );
}
