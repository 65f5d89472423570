import { UsageError } from "./errors.ts";
import { runtimes, type Runtime } from "./runtimes.ts";

/** The thinnest server of each runtime: the reference of that runtime's targets. */
export const floors: Readonly<Record<Runtime, string>> = {
  node: "node-http/node",
  bun: "fetch/bun",
  deno: "fetch/deno",
};

export function isFloor(target: string): boolean {
  return Object.values(floors).includes(target);
}

interface Named {
  readonly name: string;
  readonly runtime: Runtime;
}

/** What a target is measured against: its floor; a floor against node:http, which has only itself. */
export function referenceOf({ name, runtime }: Named): string {
  return name === floors[runtime] ? floors.node : floors[runtime];
}

/** That of a target, by its name. */
export function runtimeOf(target: string): Runtime {
  const found = runtimes.find((runtime) => target.endsWith(`/${runtime}`));
  if (found) return found;
  throw new UsageError(`${JSON.stringify(target)} names no runtime: ${runtimes.join(", ")}`);
}

/** Those of the two servers of a duet. */
export function runtimesOf(duet: {
  readonly target: string;
  readonly reference: string;
}): Runtime[] {
  return [runtimeOf(duet.target), runtimeOf(duet.reference)];
}
