import { runtimePattern } from "@deadheat/journal";
import type { Comparison, Versions } from "@deadheat/judge";
import { counted, present, someOf } from "../format.ts";

interface Names {
  readonly base: string;
  readonly new: string;
}

type Named = Pick<Comparison, "base" | "new" | "versions">;

/** `hono@4.12.0/node`, `@hapi/hapi@21.4.3/node`, `express/node`. */
const LABEL = /^(.+?)(@[^/@]+)?\/[^/]+$/;
const RUNTIME = new RegExp(String.raw`\/(?:${runtimePattern})(?:@[^/]+)?$`);

/** Names two packages by their versions, `hono 4.12.0`; two revisions on one runtime as `main`; others by their labels. */
export function namesOf(named: Named): Names {
  const { base, new: next, versions } = named;
  const [one, two] = [runtimeOf(versions.base), runtimeOf(versions.new)];
  if (arePackages(named)) {
    const before = frameworkOf(base, versions.base);
    const after = frameworkOf(next, versions.new);
    return one === two
      ? { base: before, new: after }
      : { base: `${before} on ${one}`, new: `${after} on ${two}` };
  }
  const [before, after] = [base, next].map((name) => name.replace(RUNTIME, "")) as [string, string];
  const short = versions.base.revision && versions.new.revision && one === two;
  // A revision's name may contain a version that the other name has too.
  return short && (before === after) === (base === next)
    ? { base: before, new: after }
    : { base, new: next };
}

/** Returns `GET / on node 26.10.0, 12 rounds, main (1a2b3c4) against HEAD (5d6e7f8)`. */
export function headingOf(comparison: Comparison): string {
  const { app, scenario, n, versions } = comparison;
  const { base, new: next } = namesOf(comparison);
  const revisions =
    versions.base.revision || versions.new.revision
      ? `, ${revisionOf(base, versions.base)} against ${revisionOf(next, versions.new)}`
      : "";
  const server = app === null || base.startsWith(`${app} `) ? "" : `${app}: `;
  return `${server}${scenario}${runtimesOf(versions)}, ${counted(n, "round")}${revisions}`;
}

/** Returns ` on node 26.10.0`, or ` on node 26.10.0 (base) and bun 1.4.5 (new)`; empty if neither is known. */
function runtimesOf({ base, new: next }: Comparison["versions"]): string {
  const [one, two] = [runtimeOf(base), runtimeOf(next)];
  if (one === two) return one === null ? "" : ` on ${one}`;
  return ` on ${present([one && `${one} (base)`, two && `${two} (new)`]).join(" and ")}`;
}

function revisionOf(name: string, { revision }: Versions): string {
  if (!revision) return name;
  const commit = revision.commit.slice(0, 7);
  const words = present([
    !name.includes(commit) && commit,
    revision.uncommitted && "with uncommitted changes",
  ]);
  return words.length === 0 ? name : `${name} (${words.join(" ")})`;
}

const MOST_PACKAGES = 3;

/** Returns the versions that the names leave out: those of frameworks, and of packages that differ between revisions. */
export function versionSentences(comparison: Comparison): string[] {
  const { versions, packages = [] } = comparison;
  const names = namesOf(comparison);
  const sides = arePackages(comparison) ? [] : (["base", "new"] as const);
  const frameworks = sides
    .filter((side) => versions[side].framework !== null)
    .map((side) => `${names[side]} is ${frameworkOf(comparison[side], versions[side])}`);
  const words = packages.map(({ name, base, new: next }, i) =>
    i === 0
      ? `${name} ${base} in ${names.base}, ${next} in ${names.new}`
      : `${name} ${base} and ${next}`,
  );
  return present([
    frameworks.length > 0 && `${[...new Set(frameworks)].join("; ")}.`,
    words.length > 0 && `Different packages: ${someOf(words, MOST_PACKAGES, "; ")}.`,
  ]);
}

/** Reports whether both names have a version. A tag may look like one: `git:hono@4.0.0`. */
function arePackages({ base, new: next, versions }: Named): boolean {
  const isPackage = (label: string, { framework }: Versions) =>
    framework !== null && LABEL.exec(label)?.[2] !== undefined;
  return isPackage(base, versions.base) && isPackage(next, versions.new);
}

function frameworkOf(label: string, { framework }: Versions): string {
  return `${LABEL.exec(label)?.[1] ?? label} ${framework}`;
}

/** Returns null for a program of which only the responses are known. */
function runtimeOf({ runtimeName, runtime }: Versions): string | null {
  return runtimeName === null ? null : `${runtimeName} ${runtime}`;
}
