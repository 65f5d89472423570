import type { Gate } from "@deadheat/judge";
import { someOf } from "../format.ts";

type Touched = NonNullable<Gate["touched"]>[number];

/** Returns which requests run changed code, and how the others were measured. */
export function touchedWords({ app, direct, of }: Touched): string {
  const where = app === null ? "" : `${app}: `;
  if (direct.length === 0) {
    return `${where}the change may touch all ${of} requests (shared code, startup, data or packages), measured together.`;
  }
  const others = of - direct.length;
  const rest = [
    "",
    "; 1 runs the same code and was measured too",
    `; ${others} run the same code and were measured together`,
  ][Math.min(others, 2)];
  const verb = direct.length === 1 ? "runs" : "run";
  return `${where}${direct.length} of ${of} requests ${verb} changed code: ${someOf(direct, 3)}${rest}.`;
}
