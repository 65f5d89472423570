import * as v from "valibot";
import { needsEntries, needsOf, type LockedPackage } from "./package.ts";

const packageSchema = v.object({ version: v.optional(v.string(), ""), ...needsEntries });
const schema = v.object({ packages: v.optional(v.record(v.string(), v.unknown()), {}) });

/** Reads package-lock.json of npm 7 and later. */
export function lockedByNpm(text: string): LockedPackage[] {
  const { packages } = v.parse(schema, JSON.parse(text));
  return Object.entries(packages).flatMap(([path, one]) => {
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    const found = v.safeParse(packageSchema, one);
    if (name === undefined || !found.success) return [];
    return [{ name, version: found.output.version, needs: needsOf(found.output) }];
  });
}
