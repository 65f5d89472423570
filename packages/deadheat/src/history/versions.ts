import { basename } from "node:path";
import { UsageError, type Runtime } from "@deadheat/journal";
import type { HistoryFacts } from "@deadheat/judge";
import {
  commitsBetween,
  publicationsOf,
  tagsBetween,
  versionsIn,
  type InstallOptions,
  type Published,
} from "@deadheat/versions";
import type { NamedApp } from "../plan/apps.ts";
import { suffixOf, type WantedRuntime } from "../config/runtime.ts";
import type { Subject } from "./subject.ts";

/** A version of a history that is not installed yet. Its target has no name yet. */
export interface ListedVersion extends Omit<HistoryFacts["versions"][number], "target"> {
  readonly runtime: Runtime;
}

interface Choosing {
  /** The runtimes of subjects that name none. */
  readonly runtimes: readonly WantedRuntime[];
  readonly apps: readonly NamedApp[];
  /** Every n-th commit of a range of revisions; null for its tags. */
  readonly every: number | null;
}

/**
 * Returns the versions that a subject has, by series, the oldest first. Asks the registry or git, and installs nothing.
 * @throws UsageError if the range is bad or has fewer than two versions, EnvironmentError, Interrupted
 */
export async function versionsOf(
  subject: Subject,
  choosing: Choosing,
  options: InstallOptions,
): Promise<ListedVersion[]> {
  switch (subject.kind) {
    case "package":
      return packageVersions(subject, choosing, options);
    case "runtime":
      return runtimeReleases(subject, options);
    case "revision":
      return revisions(subject, choosing, options);
  }
}

async function packageVersions(
  { server, name, wanted, runtime }: Subject & { kind: "package" },
  { runtimes, every, apps }: Choosing,
  options: InstallOptions,
): Promise<ListedVersion[]> {
  if (every !== null) {
    throw new UsageError(
      `--every is for commits. Name each version of ${name} with more precise ends instead: ${name}@4.10.0..4.10.9`,
    );
  }
  const found = await publishedIn(name, wanted, `${name}@${wanted}`, options);
  return onEach(runtime ?? apps[0]?.runtime ?? null, runtimes).flatMap((on) =>
    found.map(({ version, releasedAt }) => ({
      series: `${name}${suffixOf(on)}`,
      runtime: on.name,
      label: version,
      spec: `${server}@${version}${suffixOf(on)}`,
      releasedAt,
      commit: null,
    })),
  );
}

async function runtimeReleases(
  { server, runtime, wanted }: Subject & { kind: "runtime" },
  options: InstallOptions,
): Promise<ListedVersion[]> {
  const found = await publishedIn(runtime, wanted, `${server}/${runtime}@${wanted}`, options);
  return found.map(({ version, releasedAt }) => ({
    series: `${/^[./]/.test(server) ? basename(server) : server}/${runtime}`,
    runtime,
    label: version,
    spec: `${server}/${runtime}@${version}`,
    releasedAt,
    commit: null,
  }));
}

async function revisions(
  { base, head, runtime }: Subject & { kind: "revision" },
  { runtimes, apps, every }: Choosing,
  { cwd }: InstallOptions,
): Promise<ListedVersion[]> {
  const found =
    every === null
      ? await tagsBetween(base, head, cwd)
      : await commitsBetween(base, head, every, cwd);
  return apps.flatMap((app) =>
    onEach(runtime ?? app.runtime, runtimes).flatMap((on) =>
      found.map(({ commit, committedAt }) => ({
        series: `${app.label}${suffixOf(on)}`,
        runtime: on.name,
        label: commit.name,
        spec: `${commit.name}${suffixOf(on)}`,
        releasedAt: new Date(committedAt).toISOString(),
        commit: commit.id,
      })),
    ),
  );
}

function onEach(
  own: WantedRuntime | null,
  runtimes: readonly WantedRuntime[],
): readonly WantedRuntime[] {
  if (own !== null) return [own];
  return runtimes.length > 0 ? runtimes : [{ name: "node", version: null }];
}

/** @throws UsageError if there is only one version: nothing could be compared */
async function publishedIn(
  name: string,
  wanted: string,
  range: string,
  options: InstallOptions,
): Promise<readonly Published[]> {
  const found = versionsIn(await publicationsOf(name, options), wanted);
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return found;
  throw new UsageError(
    `${range} has only one version, ${only.version}. Write a wider range, or its ends more precisely: 4.10.0..4.10.9`,
  );
}
