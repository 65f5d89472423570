import { publishableDocument, readContents, type BlockRecord } from "@deadheat/journal";
import { badLineWarnings, gather, merge, type Result } from "@deadheat/judge";
import { concurrencyWarnings, limitWarnings } from "@deadheat/measure";
import { settingsOf } from "./header.ts";
import type { Enough } from "./rounds.ts";
import type { Ground, Running, RunTarget } from "./running.ts";

/** How a run went. */
export interface Course {
  readonly floors: readonly RunTarget[];
  readonly enough: Enough;
  readonly seed: number;
  /** That this run itself measured, in so many seconds with what lay between. */
  readonly blocks: readonly BlockRecord[];
  readonly seconds: number;
  /** Paths, those from the cache among them. */
  readonly journals: readonly string[];
}

/** What the journals of a run say together. */
export async function resultOf(
  running: Running,
  { floors, enough, seed, blocks, seconds, journals }: Course,
  ground: Ground,
): Promise<Result> {
  const { targets, bad } = gather(await readContents(journals));
  const settings = settingsOf(running, enough, floors, ground);
  const { id, startedAt } = running.folder;
  const result = merge({
    run: {
      id,
      startedAt,
      finishedAt: new Date().toISOString(),
      seed,
      profile: settings.profile,
      git: running.git,
      measured: amountOf(blocks, seconds),
      load: settings.load,
    },
    settings,
    margin: running.margin,
    // The pairs of a request are corrected by Holm, at a level that all requests share.
    alpha: 0.05 / running.requests.length,
    targets,
    missing: [],
    currentRunId: id,
    warnings: [
      ...concurrencyWarnings(ground.hold),
      ...limitWarnings(),
      ...(running.warnings ?? []),
      ...badLineWarnings(bad),
    ],
  });
  return publishableDocument(result);
}

function amountOf(blocks: readonly BlockRecord[], seconds: number): Result["run"]["measured"] {
  const underLoadSeconds = blocks.reduce((sum, block) => sum + block.seconds.load, 0);
  if (blocks.length === 0) {
    return { blocks: 0, seconds: 0, underLoadSeconds: 0, underLoadShare: null };
  }
  const underLoadShare = underLoadSeconds / seconds;
  return { blocks: blocks.length, seconds, underLoadSeconds, underLoadShare };
}
