import { ratiosOf, type Action, type Line } from "@deadheat/judge";
import { formatDuration } from "@deadheat/report/format";
import type { Candidate, CandidateLine } from "./candidate.ts";
import { measuredPoints } from "./state.ts";

/** The seconds of a checkout. */
const CHECKOUT = 8;
/** The usual rounds; a small difference takes more (judge/src/bisect/line.ts). */
const ROUNDS = { whole: 4, test: 2, confirm: 3 };

/**
 * Returns a line such as `[3/~8] Testing 7173023, 41 commits left, about 3 min`.
 * @param each the seconds of a round
 */
export function progressWords(
  { candidates, kind }: CandidateLine,
  state: Line,
  action: Exclude<Action, { kind: "done" }>,
  each: number,
): string {
  const { name: from } = candidates[action.from] as Candidate;
  const { name: to } = candidates[action.to] as Candidate;
  const time = (usual: number) => formatDuration(each * Math.max(usual, action.rounds));
  if (action.kind === "confirm") {
    const parent = kind === "commits" ? "its parent " : "";
    return `Confirming ${to} against ${parent}${from}, ${time(ROUNDS.confirm)}`;
  }
  if (action.from === 0 && action.to === state.size - 1) {
    // A point cannot be placed more precisely than the ends are known.
    const done = ratiosOf(state, action.from, action.to).length;
    const how = done === 0 ? "first" : "again";
    const left = Math.max(1, Math.max(ROUNDS.whole, action.rounds) - done);
    return `Measuring the whole difference ${how}: ${from} and ${to}, ${formatDuration(each * left)}`;
  }
  if (action.steps === 0 || action.to === state.fork) {
    return `Looking for a change between ${from} and ${to}`;
  }
  const tested = measuredPoints(state);
  for (const at of [0, action.to, state.size - 1, state.fork ?? 0]) tested.delete(at);
  const what = kind === "runtimes" ? "releases" : kind;
  const left = action.steps * (ROUNDS.test * each + CHECKOUT) + ROUNDS.confirm * each;
  return (
    `[${tested.size + 1}/~${tested.size + action.steps}] Testing ${to}, ${action.left} ${what} left, ` +
    `about ${formatDuration(left)}`
  );
}
