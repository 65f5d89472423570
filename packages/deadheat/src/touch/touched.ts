import type { Pair } from "@deadheat/measure";
import { otherThan, type RanCode } from "./ran-code.ts";

/**
 * The effect of a change on each request. `direct`: the request ran a function that differs, is new or is gone. `indirect`:
 * something else differs, such as shared code, code of the startup, data or packages, and may change the speed of every request. There is
 * no third answer for a part of the requests: a changed global may slow down a function that did not change.
 */
export type Touch = "direct" | "indirect";

/** The number of requests from which a function that all of them run is shared code, such as middleware. */
const MANY = 5;

/**
 * Returns the touch of each request; null if the functions of a server are unknown, so that each request is measured.
 * A changed function that all of many requests run makes none of them direct, since no request is special. A request whose own
 * functions are unknown on one side is direct.
 */
export function touchOf(code: Pair<RanCode | null>, requests: number): readonly Touch[] | null {
  const { base, new: next } = code;
  if (base === null || next === null) return null;
  const changed = Array.from({ length: requests }, (_, i) => {
    const [before, after] = [base.requests[i] ?? null, next.requests[i] ?? null];
    if (before === null || after === null) return null;
    return new Set([...otherThan(before, next), ...otherThan(after, base)]);
  });
  const [first, ...others] = changed.filter((one) => one !== null);
  const shared = new Set(
    requests < MANY ? [] : [...(first ?? [])].filter((key) => others.every((one) => one.has(key))),
  );
  return changed.map((own) =>
    own === null || [...own].some((key) => !shared.has(key)) ? "direct" : "indirect",
  );
}
