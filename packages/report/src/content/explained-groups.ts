import type { ExplainedFunction, Reasons } from "@deadheat/judge";
import { someOf } from "../format.ts";
import { kindWords, namedOf } from "./explained.ts";

const MOST_GROUPS = 3;
const MOST_NAMES = 3;

/**
 * Returns the packages and kinds of code that differ most, in the direction of the whole difference, with their functions:
 * `charset, lookup (no time in the base)`.
 */
export function groupsOf(explained: Reasons) {
  const sign = Math.sign(explained.whole.difference);
  return [...Map.groupBy(namedOf(explained), groupOf)]
    .map(([name, some]) => {
      const difference = some.reduce((sum, { self }) => sum + self.difference, 0);
      return { name, difference, functions: functionsOf(some) };
    })
    .filter(({ difference }) => sign === 0 || Math.sign(difference) === sign)
    .toSorted((a, b) => sign * (b.difference - a.difference))
    .slice(0, MOST_GROUPS);
}

function groupOf({ package: owner, file, kind }: ExplainedFunction): string {
  if (owner !== null) return owner === "." ? kindWords.app : owner;
  if (kind === "runtime") return (file ?? "").split("/")[0] ?? "";
  return kindWords[kind];
}

function functionsOf(some: readonly ExplainedFunction[]): string {
  const [first, ...others] = some;
  const isWhole = others.length === 0 && first?.file === null && first.kind !== "native";
  if (isWhole || first === undefined) return "";
  const only = { new: " (no time in the base)", gone: " (no time in the new server)", both: "" };
  const isAlike = others.every(({ state }) => state === first.state);
  return someOf(namesOf(some), MOST_NAMES) + (isAlike ? only[first.state] : "");
}

export function movedOf(explained: Reasons): ExplainedFunction[] {
  return namedOf(explained).filter(({ moved }) => moved);
}

/** Returns the sentence about functions between which time may only have moved; null if there are none. */
export function movedSentence(moved: readonly ExplainedFunction[]): string | null {
  if (moved.length === 0) return null;
  const they = `${moved.length === 1 ? "its" : "their"} callers, callees or files changed`;
  return (
    `* ${someOf(namesOf(moved), MOST_NAMES)} changed, and ${they} in the other direction. The time ` +
    "has probably only moved between them, for example through inlining."
  );
}

function namesOf(some: readonly ExplainedFunction[]): string[] {
  return some.map(({ name }) => name);
}
