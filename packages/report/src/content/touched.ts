import type { Gate } from "@deadheat/judge";
import { someOf } from "../format.ts";

type Touched = NonNullable<Gate["touched"]>[number];

/** Returns which requests run changed code. The others are measured too: data or a package may slow down the same code. */
export function touchedWords({ app, direct, of }: Touched): string {
  const where = app === null ? "" : `${app}: `;
  if (direct.length === 0) {
    return `${where}the change may touch all ${of} requests (shared code, startup, data or packages), and each is measured.`;
  }
  const others = of - direct.length;
  const rest = ["", "; the other one is measured too", `; the other ${others} are measured too`][
    Math.min(others, 2)
  ];
  const verb = direct.length === 1 ? "runs" : "run";
  return `${where}${direct.length} of ${of} requests ${verb} changed code: ${someOf(direct, 3)}${rest}.`;
}
