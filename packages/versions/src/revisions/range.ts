/** A range of revisions, as git-diff(1) reads it. */
export interface Range {
  readonly base: string;
  readonly head: string;
  /** True for `base...head`, where the base is the merge base of both. */
  readonly fromMergeBase: boolean;
}

/**
 * Parses `main...HEAD` or `v1..v2`. A missing side is HEAD. Returns null if the text is no range, such as `../server.ts`: no
 * name in git has two dots or begins with a slash.
 */
export function rangeOf(text: string): Range | null {
  const [, base = "", dots, head = ""] = /^(.*?)(?<!\.)(\.{2,3})(?!\.)(.*)$/.exec(text) ?? [];
  if (dots === undefined || (base === "" && head === "")) return null;
  if ([base, head].some((side) => /^[/\\]|\/$|:\/\/|\.\./.test(side))) return null;
  return { base: base || "HEAD", head: head || "HEAD", fromMergeBase: dots === "..." };
}
