import { mappingOf, readIndented, textsOf } from "./indented.ts";
import type { LockedPackage } from "./package.ts";

/** Reads yarn.lock of Yarn 1 and later. */
export function lockedByYarn(text: string): LockedPackage[] {
  return Object.entries(readIndented(text)).flatMap(([key, value]) => {
    const [, name] = /^"?((?:@[^/]+\/)?[^/@"]+)@/.exec(key) ?? [];
    const one = mappingOf(value);
    const { version } = one;
    if (name === undefined || typeof version !== "string") return [];
    const needs = [one["peerDependencies"], one["optionalDependencies"], one["dependencies"]];
    const ranges = Object.assign({}, ...needs.map(textsOf)) as Record<string, string>;
    const plain = Object.entries(ranges).map(
      ([other, range]) => [other, range.replace(/^npm:/, "")] as const,
    );
    return [{ name, version, needs: Object.fromEntries(plain) }];
  });
}
