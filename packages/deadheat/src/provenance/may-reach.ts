import { basename } from "node:path";
import type { Pair } from "@deadheat/measure";
import { contentsIn, filesThatDiffer, hashOf, isLockfile, type Commit } from "@deadheat/versions";
import type { LoadedCode } from "./trial.ts";

/** Files for people, tools and tests do not reach a server. */
const ASIDE = /(?:^|\/)(?:tests?|__tests__|docs?|\.[^/]+)\/|\.(?:test|spec)\.\w+$|\.d\.[cm]?ts$/;
const BUILT_IN = /\.(?:[cm]?[jt]sx?|json|json5|node|wasm|vue|svelte|patch|diff|ya?ml|toml|lockb?)$/;

/** Returns whether a build may put this file into what a server loads. */
export function mayBeBuiltIn(path: string): boolean {
  return BUILT_IN.test(path) && !ASIDE.test(path) && !/(?:^|\/)deadheat\.config\.\w+$/.test(path);
}

/** Code counts if a server loads it. */
const CODE = /\.(?:[cm]?[jt]sx?|mdx?|rst|map)$/;
const TOOLS = /^(?:package\.json|tsconfig.*\.json|deadheat\.config\.\w+|[A-Z]+|\.(?!env).*)$/;

/** Returns whether a server may read this file of its checkout while it starts or responds: data, templates, `.env`. */
export function mayBeRead(path: string): boolean {
  return !CODE.test(path) && !ASIDE.test(path) && !TOOLS.test(basename(path)) && !isLockfile(path);
}

/** Returns a digest of all files of a commit that a server may read; null without a commit. */
export async function readFilesDigest(commit: Commit | null): Promise<string | null> {
  if (commit === null) return null;
  const contents = [...(await contentsIn(commit))].filter(([path]) => mayBeRead(path));
  return hashOf(contents.toSorted());
}

/** Returns the files that differ between two revisions and that a server may read; empty if one side is no revision. */
export async function readFilesThatDiffer(pair: Pair<LoadedCode>): Promise<string[]> {
  const [base, next] = [pair.base.side.revision, pair.new.side.revision];
  if (base === null || next === null) return [];
  return (await filesThatDiffer(base, next)).filter(mayBeRead);
}
