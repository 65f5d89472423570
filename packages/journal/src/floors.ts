import { UsageError } from "./errors.ts";
import { eachRuntime, runtimeFacts, runtimes, type Runtime } from "./runtimes/list.ts";

/** The thinnest server of each runtime, which is the reference of that runtime's targets. */
export const floors: Readonly<Record<Runtime, string>> = eachRuntime(
  (runtime) => runtimeFacts[runtime].floor,
);

export function isFloor(target: string): boolean {
  return Object.values(floors).includes(target);
}

interface WithReference {
  readonly name: string;
  readonly runtime: Runtime;
  /** The server that the target is measured against, if that is not the floor of its runtime. */
  readonly reference?: string | undefined;
}

/**
 * Returns the reference of a target: the one that it names, else its floor. The reference of a floor is node:http, which is
 * its own reference.
 */
export function referenceOf({ name, runtime, reference }: WithReference): string {
  return reference ?? (name === floors[runtime] ? floors.node : floors[runtime]);
}

/** Returns whether a target of a journal is what others are measured against: its own reference, or a floor. */
export function isReference(run: {
  readonly target: string;
  readonly against?: string | undefined;
}) {
  return run.against === undefined ? isFloor(run.target) : run.against === run.target;
}

/** Returns the runtime of a target, by its name, which may end with the runtime's version: `app.ts/node@24.1.0`. */
export function runtimeOf(target: string): Runtime {
  const [, word] = /\/([a-z]+)(?:@[^/]+)?$/.exec(target) ?? [];
  const found = runtimes.find((runtime) => runtime === word);
  if (found) return found;
  throw new UsageError(
    `${JSON.stringify(target)} names no runtime. End it with one of /${runtimes.join(", /")}`,
  );
}

export function runtimesOf(duet: { readonly new: string; readonly base: string }): Runtime[] {
  return [runtimeOf(duet.new), runtimeOf(duet.base)];
}
