import { mappingOf, readIndented, textsOf } from "./indented.ts";
import type { LockedPackage } from "./package.ts";

/** Matches `/vue@3.5.39(typescript@5.9.3)`. Version 5 wrote `/vue/3.5.39`. */
const KEY = /^\/?((?:@[^/]+\/)?[^/@]+)[@/]([^(]+)/;

/** Reads pnpm-lock.yaml. Since version 9, `snapshots` has the dependencies. */
export function lockedByPnpm(text: string): LockedPackage[] {
  const { packages, snapshots } = readIndented(text);
  const keys = new Set([...Object.keys(mappingOf(packages)), ...Object.keys(mappingOf(snapshots))]);
  return [...keys].flatMap((key) => {
    const [, name, version] = KEY.exec(key) ?? [];
    if (name === undefined || version === undefined) return [];
    const parts = [packages, snapshots].map((all) => mappingOf(mappingOf(all)[key]));
    const needs = parts.flatMap((part) =>
      [part["peerDependencies"], part["optionalDependencies"], part["dependencies"]].map(textsOf),
    );
    // A version names the peers that it was resolved with.
    const plain = Object.entries(Object.assign({}, ...needs) as Record<string, string>).map(
      ([other, range]) => [other, range.replace(/\(.*$/, "")] as const,
    );
    return [{ name, version, needs: Object.fromEntries(plain) }];
  });
}
