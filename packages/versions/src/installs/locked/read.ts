import { dirname, join } from "node:path";
import { attempt, readRegular } from "@deadheat/journal";
import { lockedByBun } from "./bun.ts";
import { lockedByNpm } from "./npm.ts";
import type { LockedPackage } from "./package.ts";
import { lockedByPnpm } from "./pnpm.ts";
import { lockedByYarn } from "./yarn.ts";

const LARGEST = 100_000_000;

const readers: readonly (readonly [string, (text: string) => LockedPackage[]])[] = [
  ["npm-shrinkwrap.json", lockedByNpm],
  ["package-lock.json", lockedByNpm],
  ["pnpm-lock.yaml", lockedByPnpm],
  ["yarn.lock", lockedByYarn],
  ["bun.lock", lockedByBun],
];

/**
 * Returns the packages of the lockfile in a folder, or above it up to the root of its repository: that of a workspace lies at
 * its root. Returns none if there is no lockfile that can be read.
 */
export function lockedPackages(root: string): LockedPackage[] {
  for (let folder = root; ; folder = dirname(folder)) {
    for (const [name, read] of readers) {
      const found = attempt(() => {
        const text = readRegular(join(folder, name), LARGEST);
        return text === null ? null : read(text.toString("utf8"));
      });
      if (found) return found;
    }
    const isTop = attempt(() => readRegular(join(folder, ".git", "HEAD"), 1000)) !== null;
    if (isTop || folder === dirname(folder)) return [];
  }
}
