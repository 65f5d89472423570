import { UsageError, type Settings } from "@deadheat/journal";

export interface Shard {
  /** The number of this shard, from 1. */
  readonly index: number;
  readonly total: number;
}

/** Reads a shard such as `2/5`. @throws UsageError for other texts */
export function parseShard(text: string): Shard {
  const [, index, total] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || total === undefined || index > total) {
    throw new UsageError(
      `--shard ${text} is not a shard. Give its number and the number of shards, such as 2/5`,
    );
  }
  return { index, total };
}

export function shardName({ index, total }: Shard): string {
  return `${index}/${total}`;
}

/** The facts about a run's shards that decide the settings of each target. */
export interface OwnPart {
  readonly shard: Shard;
  /** The scenarios that other shards measure, by target. */
  readonly elsewhere: ReadonlyMap<string, ReadonlySet<string>>;
  /** The targets that every shard measures. Their settings name the shard, so no shard replays another's journal. */
  readonly shared: ReadonlySet<string>;
}

/**
 * Returns the settings of one target. If one shard has all cells of the target, the settings equal those of a run without
 * shards, so both kinds of runs can replay the journal.
 */
export function settingsFor(settings: Settings, target: string, part: OwnPart | null): Settings {
  if (part === null) return settings;
  const elsewhere = part.elsewhere.get(target);
  return {
    ...settings,
    scenarios: settings.scenarios.filter((name) => !elsewhere?.has(name)),
    ...(part.shared.has(target) ? { shard: shardName(part.shard) } : {}),
  };
}
