import { describeMachine } from "@deadheat/measure";
import { warningWords } from "@deadheat/report/words";
import { NothingTested } from "../src/errors.ts";
import { withApp } from "../src/plan/apps.ts";
import { singleCommand } from "../src/plan/commands.ts";
import { preparingOf } from "../src/plan/preparing.ts";
import { requestsOf } from "../src/plan/requests.ts";
import { learn } from "../src/learn/learn.ts";
import type { CompareOptions } from "../src/plan/options.ts";
import { commitsOf, lookUpPair } from "../src/plan/look-up.ts";
import { parsePair } from "../src/plan/spec.ts";
import { preparePair } from "../src/ready/sides.ts";
import { sameCode } from "../src/provenance/same-code.ts";
import { tested } from "../src/provenance/tested.ts";

/** The outcome of all that `compare` does before it measures. */
export interface BothSides {
  readonly notes: readonly string[];
  /** The body of each server's answer. */
  readonly base: string | undefined;
  readonly new: string | undefined;
  /** The reason why the two would not be measured; null if they would be. */
  readonly refused: string | null;
  /** The note about what the two loaded. */
  readonly note: string | null;
}

/** Prepares, starts and traces two sides as `compare` does, and measures nothing. */
export async function bothSides(
  cwd: string,
  options: Pick<
    CompareOptions,
    "base" | "new" | "app" | "appFrom" | "commands" | "setup" | "allowScripts"
  >,
): Promise<BothSides> {
  const { signal } = new AbortController();
  const requests = requestsOf({ requests: ["GET /"] }, null, cwd) ?? [];
  const named = await parsePair(options.base ?? "", options.new ?? null, cwd);
  const { specs, app } = withApp(named, options.app, cwd);
  const own = app ?? singleCommand(options);
  const preparing = preparingOf({ ...options, cwd, signal, note: () => {} }, null, own);
  const { notes, ...pair } = await lookUpPair(specs, await commitsOf(specs, cwd), {
    base: preparing,
    new: preparing,
  });
  const sides = await preparePair(pair);
  const { pinning } = describeMachine();
  const learning = { pinning, signal, pilots: null, allowDifferent: true, note: () => {} };
  const [reference, target] = await learn([sides.base, sides.new], requests, learning);
  const { problem, note } = await tested({ base: reference, new: target });
  return {
    notes: notes.map(warningWords),
    base: reference.exchanges[0]?.response.body,
    new: target.exchanges[0]?.response.body,
    refused:
      sameCode({ base: reference, new: target }) ??
      (problem === null ? null : new NothingTested(problem).message),
    note: note && warningWords(note),
  };
}
