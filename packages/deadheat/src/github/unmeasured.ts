import { COMPARED_SCHEMA, type Gated } from "@deadheat/judge";
import { messageOf, publishable } from "@deadheat/journal";
import { deadheatVersion } from "../version.ts";
import { USUAL_GATE } from "../plan/limits.ts";

/** Returns the document of a check that ended before anything was measured, with the reason. */
export function unmeasured(error: unknown): Gated {
  const version = deadheatVersion();
  return {
    schema: COMPARED_SCHEMA,
    deadheat: version,
    startedAt: new Date().toISOString(),
    base: { name: "the base", commit: null },
    new: { name: "the pull request", commit: null },
    comparisons: [],
    control: null,
    gate: {
      outcome: "unmeasured",
      reason: publishable(messageOf(error)),
      limits: { gate: USUAL_GATE, from: "default", changes: [], unread: null },
    },
    machine: null,
    loaded: null,
    command: `npx deadheat@${version} gate HEAD^1 HEAD`,
  };
}
