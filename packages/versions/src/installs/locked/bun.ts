import * as v from "valibot";
import { needsEntries, needsOf, type LockedPackage } from "./package.ts";

const factsSchema = v.object(needsEntries);
const schema = v.object({ packages: v.record(v.string(), v.array(v.unknown())) });

/** Reads bun.lock, which is JSON with trailing commas. */
export function lockedByBun(text: string): LockedPackage[] {
  const { packages } = v.parse(schema, JSON.parse(withoutTrailingCommas(text)));
  return Object.values(packages).flatMap(([id, ...rest]) => {
    const [, name, version] = /^((?:@[^/]+\/)?[^/@]+)@(.+)$/.exec(String(id)) ?? [];
    if (name === undefined || version === undefined) return [];
    const facts = rest.find((one) => typeof one === "object" && one !== null) ?? {};
    const found = v.safeParse(factsSchema, facts);
    return found.success ? [{ name, version, needs: needsOf(found.output) }] : [];
  });
}

/** Removes the commas before closing brackets, outside of texts. */
function withoutTrailingCommas(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (found) =>
    found === "," ? "" : found,
  );
}
