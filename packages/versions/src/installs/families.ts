import semver from "semver";
import type { LockedPackage } from "./locked/package.ts";

/**
 * Returns the packages that a package is bound to by exact versions, itself included: those that it needs exactly, those that
 * need it exactly, and so on. With `vue` these are `@vue/compiler-dom`, `@vue/server-renderer` and others.
 */
export function familyOf(name: string, locked: readonly LockedPackage[]): Set<string> {
  const bound = new Map<string, Set<string>>();
  const bind = (one: string, other: string) =>
    bound.set(one, (bound.get(one) ?? new Set()).add(other));
  for (const one of locked) {
    for (const [other, range] of Object.entries(one.needs)) {
      // Another exact version binds too, but it is not released together: next needs one version of postcss.
      if (semver.valid(range) === null || !sameVersion(range, one.version)) continue;
      bind(one.name, other);
      bind(other, one.name);
    }
  }
  const family = new Set([name]);
  for (const one of family) for (const other of bound.get(one) ?? []) family.add(other);
  return family;
}

/**
 * Returns whether two packages are released together in one version: one of them needs the other, they have the same version
 * now, and their names are related, as those of `react` and `react-dom`, or of `prisma` and `@prisma/client`.
 */
export function isReleasedWith(
  name: string,
  other: string,
  locked: readonly LockedPackage[],
): boolean {
  if (!areRelated(name, other)) return false;
  const of = (wanted: string) => locked.filter((one) => one.name === wanted);
  return of(name).some((one) =>
    of(other).some(
      (two) =>
        sameVersion(one.version, two.version) &&
        (Object.hasOwn(one.needs, other) || Object.hasOwn(two.needs, name)),
    ),
  );
}

const sameVersion = (a: string, b: string) =>
  a === b || (semver.valid(a) !== null && semver.valid(a) === semver.valid(b));

function areRelated(a: string, b: string): boolean {
  const [one, two] = [stemOf(a), stemOf(b)];
  return one === two || one.startsWith(`${two}-`) || two.startsWith(`${one}-`);
}

/** Returns `vue` of `vue` and of `@vue/shared`. */
function stemOf(name: string): string {
  return /^@([^/]+)\//.exec(name)?.[1] ?? name;
}
