import type { Content } from "./contents.ts";
import { UsageError } from "./errors.ts";
import type { RunRecord } from "./record/record.ts";
import { floors, referenceOf } from "./floors.ts";
import { classDifference } from "./machine-class.ts";

/** The conditions that all journals of a result must share. */
const sharedKeys: Readonly<Record<string, (run: RunRecord) => unknown>> = {
  "tools.oha.sha256": (run) => run.settings.tools.oha.sha256,
  "tools.node.sha256": (run) => run.settings.tools.node.sha256,
  "tools.bun.sha256": (run) => run.settings.tools.bun.sha256,
  "tools.deno.sha256": (run) => run.settings.tools.deno.sha256,
  "load.warmup": (run) => JSON.stringify(run.settings.load.warmup),
  "load.warmupSeconds": (run) => run.settings.load.warmupSeconds,
  "load.windowSeconds": (run) => run.settings.load.windowSeconds,
  "load.connections": (run) => run.settings.load.connections,
  "load.workerThreads": (run) => run.settings.load.workerThreads,
  "sources.harness": (run) => run.sources.harness,
  ballast: (run) => run.settings.ballast,
};

/** The conditions that all journals with such a measure must share. */
const modeKeys: Readonly<Record<string, (run: RunRecord) => string | number | undefined>> = {
  "sweep.connections": (run) => run.settings.sweep?.connections.join(),
  "sweep.stepSeconds": (run) => run.settings.sweep?.stepSeconds,
  "latency.connections": (run) => run.settings.latency?.connections,
  "latency.fractions": (run) => run.settings.latency?.fractions.join(),
  "latency.commonRate": (run) => run.settings.latency?.commonRate,
  "latency.capacitySeconds": (run) => run.settings.latency?.capacitySeconds,
  "latency.stepSeconds": (run) => run.settings.latency?.stepSeconds,
  "cost.rates": (run) => run.settings.cost?.rates.join(),
  "cost.fractions": (run) => run.settings.cost?.fractions.join(),
  "cost.idleSeconds": (run) => run.settings.cost?.idleSeconds,
  "cost.capacitySeconds": (run) => run.settings.cost?.capacitySeconds,
  "cost.stepSeconds": (run) => run.settings.cost?.stepSeconds,
};

/** The conditions that all journals of a target must share. */
const targetKeys: Readonly<Record<string, (run: RunRecord) => unknown>> = {
  version: (run) => run.version,
  "sources.app": (run) => run.sources.app,
};

/**
 * Checks that journals may be compared or merged: the same work (scenario, load, versions, sources) on the same
 * machine.
 * @throws UsageError that names the first condition in which two journals differ. Such figures are never pooled.
 */
export function refuseUnlike(contents: readonly Content[]): void {
  const [first] = contents;
  if (!first) return;
  for (const other of contents) {
    refuseOtherClass(first, other);
    refuse(sharedKeys, first, other);
    const same = contents.find((content) => content.run.target === other.run.target);
    if (same) refuse(targetKeys, same, other);
  }
  for (const [key, of] of Object.entries(modeKeys)) {
    const [one, ...others] = contents.filter((content) => of(content.run) !== undefined);
    for (const other of one ? others : []) refuse({ [key]: of }, one as Content, other);
  }
  refuseOneLabel(contents);
  refuseDifferentFloors(contents);
  refuseDifferentServices(contents);
}

/** Checks that two machines are of one class. */
function refuseOtherClass(a: Content, b: Content): void {
  const difference = classDifference(a.run.settings.machine, b.run.settings.machine);
  if (difference) throw unlike(difference.key, ...difference.values, a, b, difference.hint);
}

/** Checks that no label stands for two machines. Different kernels of one instance give that away. */
function refuseOneLabel(contents: readonly Content[]): void {
  const seen = new Map<string, Content>();
  for (const content of contents) {
    const { instance, settings } = content.run;
    if (instance === undefined) continue;
    const earlier = seen.get(instance);
    const [ours, theirs] = [earlier?.run.settings.machine.kernel, settings.machine.kernel];
    if (!earlier) seen.set(instance, content);
    else if (ours !== theirs) {
      const hint = `Both are instance ${instance}: give each machine a DEADHEAT_INSTANCE of its own, or none.`;
      throw unlike("machine.kernel", ours, theirs, earlier, content, hint);
    }
  }
}

/** Checks that journals with a service or a client used the same one. Not all journals use one. */
function refuseDifferentServices(contents: readonly Content[]): void {
  const seen = new Map<string, { readonly what: string; readonly content: Content }>();
  for (const content of contents) {
    const { running = {}, clients = {} } = content.run.settings.services ?? {};
    const used = [
      ...Object.entries(running).map(([name, service]) => [`services.${name}`, service] as const),
      ...Object.entries(clients).map(([name, client]) => [`clients.${name}`, client] as const),
    ];
    for (const [name, described] of used) {
      const what = JSON.stringify(described);
      const earlier = seen.get(name);
      if (!earlier) seen.set(name, { what, content });
      else if (earlier.what !== what) {
        throw unlike(name, earlier.what, what, earlier.content, content);
      }
    }
  }
}

/** Checks that all targets met the same version of a floor, else they cannot be compared. */
function refuseDifferentFloors(contents: readonly Content[]): void {
  const seen = new Map<string, Content & { digest: string }>();
  for (const content of contents) {
    const { target, runtime, sources } = content.run;
    const floor = floors[runtime];
    const met: [string, string][] = [[referenceOf({ name: target, runtime }), sources.floor]];
    if (target === floor) met.push([floor, sources.app]);
    for (const [name, digest] of met) {
      const app = `apps/${name.split("/")[0]}`;
      const earlier = seen.get(app);
      if (!earlier) seen.set(app, { ...content, digest });
      else if (earlier.digest !== digest)
        throw unlike(app, earlier.digest, digest, earlier, content);
    }
  }
}

function refuse(keys: typeof sharedKeys, a: Content, b: Content): void {
  for (const [key, of] of Object.entries(keys)) {
    const [ours, theirs] = [of(a.run), of(b.run)];
    if (ours === theirs) continue;
    throw unlike(key, ours, theirs, a, b);
  }
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
    `these journals were measured under different conditions and cannot be merged: ${key} is ${String(ours)} in\n` +
      `  ${a.path}\nand ${String(theirs)} in\n  ${b.path}\n${hint && `${hint}\n`}` +
      "Measure again with `pnpm bench --force`, or merge only journals of the same conditions.",
  );
}
