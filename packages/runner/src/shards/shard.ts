import { UsageError, type Settings } from "@deadheat/journal";

/** A part of a run that one machine measures. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly total: number;
}

/** Reads `2/5`. @throws UsageError for anything else */
export function parseShard(text: string): Shard {
  const [, index, total] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || total === undefined || index > total) {
    throw new UsageError(`--shard ${text}: give which of how many, such as 2/5`);
  }
  return { index, total };
}

export function shardName({ index, total }: Shard): string {
  return `${index}/${total}`;
}

/** The part of a run that this machine measures, as far as it decides the settings of each target. */
export interface OwnPart {
  readonly shard: Shard;
  /** By target, the scenarios that other shards measure of it. */
  readonly elsewhere: ReadonlyMap<string, ReadonlySet<string>>;
  /** The targets that every shard measures: a journal of one shard is never taken for that of another. */
  readonly shared: ReadonlySet<string>;
}

/**
 * Returns the settings of one target. A target of which one shard has all cells gets those of a run that is not split, so
 * that its journal is replayed in either.
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
