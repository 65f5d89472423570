import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { UsageError, readBlobHeader, type BlobRecord } from "@deadheat/journal";
import { absolute } from "../folder/run-folder.ts";

export interface Blob {
  readonly path: string;
  readonly header: BlobRecord;
}

/** Returns the blobs below a folder, in the order of their shards. @throws UsageError if a file is not a blob */
export function readBlobs(folder: string): Blob[] {
  const where = absolute(folder);
  const all = existsSync(where) ? readdirSync(where, { recursive: true, encoding: "utf8" }) : [];
  const names = all.filter((name) => name.endsWith(".jsonl"));
  if (names.length === 0) {
    throw new UsageError(`${where} has no blobs. Give the folder that has the shards' files`);
  }
  return names
    .toSorted()
    .map((name) => ({ path: join(where, name), header: readBlobHeader(join(where, name)) }))
    .toSorted((a, b) => a.header.shard.index - b.header.shard.index);
}

/** @throws UsageError if blobs come from different runs or versions; the message names two blobs and their difference */
export function refuseMixture([first, ...others]: readonly Blob[]): void {
  if (!first) return;
  for (const other of others) {
    const [ours, theirs] = [factsOf(first), factsOf(other)];
    const what = Object.keys({ ...ours, ...theirs }).find((name) => ours[name] !== theirs[name]);
    if (what === undefined) continue;
    throw new UsageError(
      `These blobs are not parts of one run: ${what} is ${ours[what]} in\n  ${first.path}\nand ${theirs[what]} in\n  ${other.path}`,
    );
  }
}

/** Returns everything that the blobs of one run have in common. */
function factsOf({ header }: Blob): Readonly<Record<string, string | number | undefined>> {
  return {
    "the number of shards": header.shard.total,
    ...header.versions,
    "the plan": header.plan,
  };
}

/** @throws UsageError if two blobs are of the same shard */
export function refuseTwice(blobs: readonly Blob[]): void {
  for (const [, [one, two]] of Map.groupBy(blobs, ({ header }) => header.shard.index)) {
    if (!one || !two) continue;
    const { index, total } = two.header.shard;
    throw new UsageError(
      `Shard ${index} of ${total} is there twice. Leave one of these files out:\n  ${one.path}\n  ${two.path}`,
    );
  }
}

export function missingShards(blobs: readonly Blob[]): number[] {
  const there = new Set(blobs.map(({ header }) => header.shard.index));
  const total = blobs[0]?.header.shard.total ?? 0;
  return Array.from({ length: total }, (_, i) => i + 1).filter((index) => !there.has(index));
}
