import * as v from "valibot";
import type { LockedPackage } from "./package.ts";

const ranges = v.optional(v.record(v.string(), v.string()), {});
const factsSchema = v.object({
  dependencies: ranges,
  optionalDependencies: ranges,
  peerDependencies: ranges,
});
const schema = v.object({ packages: v.record(v.string(), v.array(v.unknown())) });

/** Reads bun.lock, which is JSON with trailing commas. */
export function lockedByBun(text: string): LockedPackage[] {
  const { packages } = v.parse(schema, JSON.parse(withoutTrailingCommas(text)));
  return Object.values(packages).flatMap(([id, ...rest]) => {
    const [, name, version] = /^((?:@[^/]+\/)?[^/@]+)@(.+)$/.exec(String(id)) ?? [];
    if (name === undefined || version === undefined) return [];
    const facts = rest.find((one) => typeof one === "object" && one !== null) ?? {};
    const found = v.safeParse(factsSchema, facts);
    if (!found.success) return [];
    const { dependencies, optionalDependencies, peerDependencies } = found.output;
    return [
      { name, version, needs: { ...peerDependencies, ...optionalDependencies, ...dependencies } },
    ];
  });
}

/** Removes the commas before closing brackets, outside of texts. */
function withoutTrailingCommas(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (found) =>
    found === "," ? "" : found,
  );
}
