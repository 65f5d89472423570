import * as v from "valibot";
import type { LockedPackage } from "./package.ts";

const ranges = v.optional(v.record(v.string(), v.string()), {});
const packageSchema = v.object({
  version: v.optional(v.string(), ""),
  dependencies: ranges,
  optionalDependencies: ranges,
  peerDependencies: ranges,
});
const schema = v.object({ packages: v.optional(v.record(v.string(), v.unknown()), {}) });

/** Reads package-lock.json of npm 7 and later. */
export function lockedByNpm(text: string): LockedPackage[] {
  const { packages } = v.parse(schema, JSON.parse(text));
  return Object.entries(packages).flatMap(([path, one]) => {
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    const found = v.safeParse(packageSchema, one);
    if (name === undefined || !found.success) return [];
    const { version, dependencies, optionalDependencies, peerDependencies } = found.output;
    return [
      { name, version, needs: { ...peerDependencies, ...optionalDependencies, ...dependencies } },
    ];
  });
}
