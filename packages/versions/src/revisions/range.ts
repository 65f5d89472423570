/** What two revisions are compared, as git-diff(1) reads it. */
export interface Range {
  readonly base: string;
  readonly head: string;
  /** `base...head`: what they have in common stands for the base. */
  readonly fromMergeBase: boolean;
}

/**
 * `main...HEAD`, `v1..v2`; a side that is left out is HEAD. Null when it is no range: git has no name with two dots in it,
 * or with a slash at its start, so that `../server.ts` is none.
 */
export function rangeOf(text: string): Range | null {
  const [, base = "", dots, head = ""] = /^(.*?)(?<!\.)(\.{2,3})(?!\.)(.*)$/.exec(text) ?? [];
  if (dots === undefined || (base === "" && head === "")) return null;
  if ([base, head].some((side) => /^[/\\]|\/$|:\/\/|\.\./.test(side))) return null;
  return { base: base || "HEAD", head: head || "HEAD", fromMergeBase: dots === "..." };
}
