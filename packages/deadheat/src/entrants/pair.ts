import { UsageError } from "@deadheat/journal";
import {
  mergeBase,
  rangeOf,
  requireRevision,
  resolveRevision,
  whyUnknown,
} from "@deadheat/versions";
import { starterNames } from "../starters/starter.ts";
import { parseSpec, type SpecPair, type Surroundings } from "./spec.ts";

const RANGE_RUNTIME = /^(.*?)(\/(?:node|bun|deno)(?:@[^/]+)?)?$/;

/**
 * Parses the two servers of a command. A single text is a range of revisions, or a revision to compare the working tree
 * with. As in git diff, the base of `main...HEAD` is the merge base, and the base of `main..HEAD` is main. A runtime at
 * the end of a single text applies to both servers.
 * @throws UsageError, EnvironmentError
 */
export async function parsePair(
  base: string,
  other: string | null,
  cwd: string,
): Promise<SpecPair> {
  const around = surroundings(cwd);
  if (other !== null) {
    return { base: await parseSpec(base, around), new: await parseSpec(other, around) };
  }
  const [, text = "", runtime = ""] = RANGE_RUNTIME.exec(base) ?? [];
  const range = rangeOf(text);
  if (range === null) {
    const spec = await parseSpec(base, around);
    if (spec.what.kind !== "revision") {
      throw new UsageError(`${base}: the new server is missing. Name both servers: <base> <new>`);
    }
    const workingTree = { kind: "revision", revision: null } as const;
    return { base: spec, new: { ...spec, text: "the working tree", what: workingTree } };
  }
  const revision = (name: string) => parseSpec(`git:${name}${runtime}`, around);
  const pair = { base: await revision(range.base), new: await revision(range.head) };
  if (!range.fromMergeBase) return pair;
  const [one, two] = [
    await requireRevision(range.base, cwd),
    await requireRevision(range.head, cwd),
  ];
  const { id, name } = await mergeBase(one, two, cwd);
  return { ...pair, base: { ...pair.base, label: name, what: { kind: "revision", revision: id } } };
}

/** Returns the surroundings that decide the meaning of a bare word in a folder. */
export function surroundings(cwd: string): Surroundings {
  return {
    cwd,
    isRevision: async (name) => (await resolveRevision(name, cwd)) !== null,
    whyUnknown: () => whyUnknown(cwd),
    hasApp: (name) => starterNames().includes(name),
  };
}
