import type { Comparison, Versions } from "@deadheat/judge";

/** How the sentences of a comparison call the two. */
export interface Names {
  readonly base: string;
  readonly new: string;
  /** The runtime that both ran on, `node 26.10.0`; null if they ran on different ones, or if one is not known. */
  readonly both: string | null;
}

type Named = Pick<Comparison, "base" | "new" | "versions">;

/** `hono@4.12.0/node`, `@hapi/hapi@21.4.3/node`, `express/node`. */
const LABEL = /^(.+?)(@[^/@]+)?\/[^/]+$/;
const RUNTIME = /\/(?:node|bun|deno)(?:@[^/]+)?$/;

/** Names two packages by their versions, `hono 4.12.0`; two revisions on one runtime as `main`; others by their labels. */
export function namesOf(named: Named): Names {
  const { base, new: next, versions } = named;
  const [one, two] = [runtimeWords(versions.base), runtimeWords(versions.new)];
  const both = one === two ? one : null;
  if (arePackages(named)) {
    const before = frameworkWords(base, versions.base);
    const after = frameworkWords(next, versions.new);
    return both === null
      ? { base: `${before} on ${one}`, new: `${after} on ${two}`, both }
      : { base: before, new: after, both };
  }
  const [before, after] = [base, next].map((name) => name.replace(RUNTIME, "")) as [string, string];
  const short = versions.base.revision && versions.new.revision && both !== null;
  // One may have named a version that the other has too.
  return short && (before === after) === (base === next)
    ? { base: before, new: after, both }
    : { base, new: next, both };
}

/** Sentences that say what the names stand for: commits, versions, runtimes. */
export function aboutLines(comparison: Comparison, { base, new: next, both }: Names): string[] {
  const { packages = [] } = comparison;
  const sides = arePackages(comparison)
    ? []
    : [sideWords(base, "base", comparison, both), sideWords(next, "new", comparison, both)];
  const known = [...new Set(sides.filter((words) => words !== null))];
  return [
    ...(known.length === 0 ? [] : [`${known.join("; ")}.`]),
    ...(packages.length === 0 ? [] : [packageWords(packages, base, next)]),
  ];
}

const MOST_PACKAGES = 3;

/** `fastify is 5.0.0 in v5.0.0 and 5.12.1 in tree; 4 other packages differ.` */
function packageWords(
  packages: NonNullable<Comparison["packages"]>,
  base: string,
  next: string,
): string {
  const words = packages.slice(0, MOST_PACKAGES).map((one, i) => {
    const [before, after] =
      i === 0 ? [`is ${one.base} in ${base}`, `${one.new} in ${next}`] : [one.base, one.new];
    return `${one.name} ${before} and ${after}`;
  });
  const more = packages.length - MOST_PACKAGES;
  const rest = more <= 0 ? [] : [`${more} more package${more === 1 ? "" : "s"} in other versions`];
  return `${[...words, ...rest].join("; ")}.`;
}

/** Null where nothing is to be said beyond the runtime of both, or nothing is known. */
function sideWords(
  name: string,
  side: "base" | "new",
  { [side]: label, versions: { [side]: versions } }: Named,
  both: string | null,
): string | null {
  const { framework, revision } = versions;
  const what = [
    ...(framework === null ? [] : [frameworkWords(label, versions)]),
    // A name that is the commit's id says it already.
    ...(revision && !name.includes(revision.commit.slice(0, 7)) ? [commitWords(revision)] : []),
  ].join(", ");
  const on = both === null ? runtimeWords(versions) : null;
  if (what !== "") return `${name} is ${what}${on === null ? "" : ` on ${on}`}`;
  return on === null ? null : `${name} runs on ${on}`;
}

function commitWords({ commit, uncommitted }: NonNullable<Versions["revision"]>): string {
  return `commit ${commit.slice(0, 7)}${uncommitted ? " with uncommitted changes" : ""}`;
}

/** Two that have the version in their names. A tag may look like one: `git:hono@4.0.0`. */
function arePackages({ base, new: next, versions }: Named): boolean {
  const isPackage = (label: string, { framework }: Versions) =>
    framework !== null && LABEL.exec(label)?.[2] !== undefined;
  return isPackage(base, versions.base) && isPackage(next, versions.new);
}

function frameworkWords(label: string, { framework }: Versions): string {
  return `${LABEL.exec(label)?.[1] ?? label} ${framework}`;
}

/** Null for a program of which only its answers are known. */
function runtimeWords({ runtimeName, runtime }: Versions): string | null {
  return runtimeName === null ? null : `${runtimeName} ${runtime}`;
}
