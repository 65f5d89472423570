import { isDeepStrictEqual } from "node:util";
import { EnvironmentError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import type { Preparation } from "../plan/preparation.ts";
import { unchangedWords } from "../provenance/same-code.ts";

/**
 * Refuses two names of one commit before anything is installed: a working tree without changes, for instance. Two commits
 * may hold the same code too, which the files that the servers load tell later.
 * @throws EnvironmentError
 */
export function refuseUnchanged(pairs: readonly Pair<Preparation>[]): void {
  for (const { base, new: next } of pairs) {
    if (base.spec.text === next.spec.text || base.revision === null || next.revision === null) {
      continue;
    }
    const isSame =
      base.revision.commit.id === next.revision.commit.id &&
      isDeepStrictEqual(startOf(base), startOf(next));
    if (isSame) throw new EnvironmentError(unchangedWords(base.spec.text, next.spec.text));
  }
}

/** Returns everything but the commit that decides what runs. */
function startOf({ spec, preparing, revision }: Preparation) {
  const { app, setup } = preparing;
  return [spec.runtime, app, setup, revision?.file ?? null];
}
