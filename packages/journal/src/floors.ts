import { UsageError } from "./errors.ts";

/** The runtimes that a server can run on, each one pinned version. */
export const runtimes = ["node", "bun", "deno"] as const;
export type Runtime = (typeof runtimes)[number];

/** The thinnest server of each runtime, which is the reference of that runtime's targets. */
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

/** Returns the reference of a target: its floor. The reference of a floor is node:http, which is its own reference. */
export function referenceOf({ name, runtime }: Named): string {
  return name === floors[runtime] ? floors.node : floors[runtime];
}

/** Returns the runtime of a target, by its name. */
export function runtimeOf(target: string): Runtime {
  const found = runtimes.find((runtime) => target.endsWith(`/${runtime}`));
  if (found) return found;
  throw new UsageError(
    `${JSON.stringify(target)} names no runtime: end it with one of /${runtimes.join(", /")}`,
  );
}

/** Returns the runtimes of the two servers of a duet. */
export function runtimesOf(duet: { readonly new: string; readonly base: string }): Runtime[] {
  return [runtimeOf(duet.new), runtimeOf(duet.base)];
}
