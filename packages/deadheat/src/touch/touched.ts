import type { Pair } from "@deadheat/measure";
import { someOf } from "@deadheat/report/format";
import { runsOther, type RanCode } from "./ran-code.ts";

/**
 * What a change touches of each request. `direct`: the request ran a function that differs, is new or is gone. `indirect`:
 * something else differs, such as code of the startup, data or packages, and may change the speed of every request. There is
 * no third answer for a part of the requests: a changed global may slow down a function that did not change.
 */
export type Touch = "direct" | "indirect";

/**
 * Returns the touch of each request; null if the functions of a server are unknown, so that each request is measured.
 * A request whose own functions are unknown on one side is direct.
 */
export function touchOf(code: Pair<RanCode | null>, requests: number): readonly Touch[] | null {
  const { base, new: next } = code;
  if (base === null || next === null) return null;
  return Array.from({ length: requests }, (_, i): Touch => {
    const [before, after] = [base.requests[i] ?? null, next.requests[i] ?? null];
    if (before === null || after === null) return "direct";
    return runsOther(before, next) || runsOther(after, base) ? "direct" : "indirect";
  });
}

/** Returns the requests that run changed code in words. @param app the name of the server; null if there is only one */
export function touchedWords(direct: readonly string[], of: number, app: string | null): string {
  const others = of - direct.length;
  const where = app === null ? "" : `${app}: `;
  const rest =
    others === 0
      ? ""
      : `; ${others} ${others === 1 ? "runs the same code and is" : "run the same code and are"} measured together`;
  if (direct.length === 0) {
    return `${where}none of ${of} requests runs changed code, but something else that they may depend on has changed: all are measured together`;
  }
  const verb = direct.length === 1 ? "runs" : "run";
  return `${where}${direct.length} of ${of} requests ${verb} changed code: ${someOf(direct, 3)}${rest}`;
}
