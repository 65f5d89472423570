import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { classDifference, UsageError, type Load } from "@deadheat/journal";
import type { History, Result } from "@deadheat/judge";
import type { Testbed } from "../measure/testbed.ts";
import { readResult } from "../folder/report.ts";
import type { Installed } from "../ready/installed.ts";
import type { ListedVersion } from "./versions.ts";

export interface Earlier {
  readonly folder: string;
  readonly result: Result & { readonly history: History };
}

/**
 * Reads the history that a command appends to.
 * @param path its folder, or its result.json, from the user's folder
 * @throws UsageError if there is none
 */
export function readEarlier(path: string, cwd: string): Earlier {
  const given = resolve(cwd, path);
  const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory() === true;
  const file = isFolder ? join(given, "result.json") : given;
  if (!existsSync(file)) {
    throw new UsageError(
      `--append ${path}: there is no ${file}. Measure a history first, and give its folder`,
    );
  }
  const result = readResult(file);
  const { history } = result;
  if (result.order !== "versions" || history === undefined) {
    throw new UsageError(`--append ${path} is not a history. Give the folder of a history`);
  }
  return { folder: dirname(file), result: { ...result, history } };
}

/** The facts that decide whether two runs can be one history. */
export interface Conditions {
  readonly shared: string;
  readonly machine: Testbed["machine"];
  readonly load: Load;
  readonly references: ReadonlyMap<string, Installed>;
}

/** Returns why all versions must be measured again; null if the missing ones can be added. */
export function whyAnew({ result }: Earlier, now: Conditions): string | null {
  const difference = classDifference(result.machine, now.machine);
  if (difference !== undefined && difference !== null) {
    return `${difference.key} was ${difference.values.join(" and is ")}`;
  }
  if (result.history.shared !== now.shared) {
    return "the app, its requests or the version of deadheat have changed";
  }
  if (!isDeepStrictEqual(result.run.load, now.load)) return "the load has changed";
  for (const { name, reference } of result.history.series) {
    const side = now.references.get(name);
    if (side === undefined) return `${name} was removed`;
    const own = result.cells.find(({ target }) => target === reference);
    const version = `${side.runtime} ${side.found.version}`;
    const was = `${side.runtime} ${result.tools[side.runtime]?.version}`;
    if (own === undefined || side.name !== reference) return `the reference was ${reference}`;
    if (was !== version) return `${was} ran it, and now ${version} does`;
  }
  return null;
}

/** The fewest versions that two runs must share to tell how much runs differ. */
const LEAST_OVERLAP = 3;

/**
 * Returns the versions to measure: those that the history lacks, their neighbours, so that each new step is measured within
 * one run, and as many others as it takes to tell how much the two runs differ. Empty if none is missing.
 */
export function toMeasure(
  wanted: readonly ListedVersion[],
  { history }: Pick<Earlier["result"], "history">,
): ListedVersion[] {
  const has = (one: ListedVersion) =>
    history.versions.some(({ series, label }) => series === one.series && label === one.label);
  const isReference = (one: ListedVersion) =>
    history.series.some(
      ({ name, reference }) =>
        name === one.series &&
        history.versions.some(({ target, label }) => target === reference && label === one.label),
    );
  if (wanted.every(has)) return [];
  const chosen = new Set(wanted.filter((one) => isReference(one) || !has(one)));
  for (const series of new Set(wanted.map((one) => one.series))) {
    const own = wanted.filter((one) => one.series === series);
    for (const [i, one] of own.entries()) {
      const beside = [own[i - 1], own[i + 1]];
      if (has(one) && beside.some((other) => other !== undefined && !has(other))) chosen.add(one);
    }
  }
  const shared = () => [...chosen].filter((one) => has(one) && !isReference(one)).length;
  const others = wanted.filter((one) => !chosen.has(one));
  while (shared() < LEAST_OVERLAP && others.length > 0) {
    // From the middle of what is left, so that the shared versions lie far apart.
    const [one] = others.splice(Math.floor(others.length / 2), 1);
    if (one !== undefined) chosen.add(one);
  }
  return wanted.filter((one) => chosen.has(one));
}
