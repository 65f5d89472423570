import { UsageError } from "@deadheat/journal";
import { mergeBase, rangeOf, requireRevision, resolveRevision } from "@deadheat/versions";
import { starterNames } from "../starters/starter.ts";
import { parseSpec, type SpecPair, type Surroundings } from "./spec.ts";

const RANGE_RUNTIME = /^(.*?)(\/(?:node|bun|deno)(?:@[^/]+)?)?$/;

/**
 * The two that a command names. One alone is a range of revisions (`main...HEAD`: from where the two parted, as git diff
 * has it; `main..HEAD`: the two), or a revision that the working tree is compared with; a runtime after it is that of both.
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
      throw new UsageError(
        `${base}: name the new one too, to compare it with (compare <base> <new>)`,
      );
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

/** What decides what a bare word is, in a folder. */
export function surroundings(cwd: string): Surroundings {
  return {
    cwd,
    isRevision: async (name) => (await resolveRevision(name, cwd)) !== null,
    hasApp: (name) => starterNames().includes(name),
  };
}
